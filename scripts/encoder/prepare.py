# prepare.py DATA OUT [limit]: pieces, the first teacher's vectors, pairs for contrast, pairs of change, labelled clauses.
# DATA holds what README.md names.
import sys,os,json,lzma,random,pickle,time,re,collections,hashlib
import numpy as np, torch, sentencepiece as spm
D,O=sys.argv[1:3]; LIM=int(sys.argv[3]) if len(sys.argv)>3 else 0
t0=time.time(); say=lambda *a: print(f'[{time.time()-t0:.0f}s]',*a,flush=True)
os.makedirs(O,exist_ok=True); dev='cuda' if torch.cuda.is_available() else 'cpu'; random.seed(11)
for n in ('sp.model','multi.model'): open(f'{O}/{n}','wb').write(lzma.open(f'{D}/{n}.xz').read())
lines=lambda f: [l.rstrip('\n').split('\t') for l in lzma.open(f'{D}/{f}','rt',encoding='utf8',newline='\n')]
own=lines('train.txt.xz'); pairs=lines('pairs.txt.xz')
if LIM: own=random.sample(own,LIM); pairs=random.sample(pairs,LIM)
K=(lambda n: n) if not LIM else (lambda n: max(40,n*LIM//800000))
texts,means,meaning,english=[],[],{},[]
def meant(s,en):
    k=meaning.get(s)
    if k is None: k=meaning[s]=len(english); english.append(en)
    elif en: english[k]=True
    return k
def add(t,m,en):
    if not t.strip(): return -1
    texts.append(t); means.append(meant(m,en) if m is not None else -1); return len(texts)-1
for k,t in own: add(t,t,k=='en')
for k,t,e in pairs: add(t,e,True)
for e in {e for _,_,e in pairs}: add(e,e,True)
known=set('ar de en es fr it ja ko nl pl pt ru th tr zh zh-tw'.split())
S=json.load(lzma.open(D+'/speech.json.xz','rt',encoding='utf8')); place={}
def once(t,k):
    if t not in place: place[t]=add(t,t if k in known else None,k=='en')
    return place[t]
# situations of change
R,L2=[],collections.defaultdict(list); sit=[]
for r in S['situations']:
    f={k:once(r[k],r['lang']) for k in ('old','change','change2','repeat','adds','other','notyet','question')}; f.update(held=r['held'],lang=r['lang']); sit.append(f)
for g,f in enumerate(sit):
    h=int(f['held']); P=lambda a,b,l,w: R.append((f[a],f[b],l,h,w,g))
    for o,w in (('old',1.),('repeat',.7)):
        for c in ('change','change2'): P(o,c,0,w)
    P('old','repeat',1,1.); P('repeat','old',1,.7); P('change','change2',1,.3)
    for a,b,w in (('old','adds',1.),('repeat','adds',.5),('adds','old',.5),('old','notyet',1.),('repeat','notyet',.5),('old','other',1.),('repeat','other',.5),('other','old',.5),('other','change',.5)): P(a,b,2,w)
    for _ in range(4):
        o=random.choice(sit)
        if o is not f and o['lang']==f['lang'] and o['held']==f['held']: R.append((f['old'],o[random.choice(('change','old','change2','adds'))],2,h,.5,g))
# clauses of turns: durable or not, kind, about
cut=lambda t: [m.group(0).strip() for m in re.finditer(r'[^.!?。！？\n؟]+(?:[.!?。！？؟]+(?=\s|$|[^\w])|\n|$|[.!?](?=\S))*',t) if len(m.group(0).strip())>7]
C=[]; KINDS=['rule','preference','fact','decision','correction']
for t in S['turns']:
    h=int(hashlib.sha1(t['repo'].encode()).digest()[0]%9==1)
    for s in cut(t['text'])[:30]:
        if len(s)>500: continue
        d=next((d for d in t['durable'] if d['text'] in s or s in d['text'] or (len(os.path.commonprefix([d['text'],s]))>20)),None)
        C.append((once(s,t['lang']),0 if d is None else 1,1. if d is None or d.get('sure') else .4,KINDS.index(d['kind']) if d and d.get('kind') in KINDS else -1,-1 if d is None else int(d.get('about')=='user'),h))
for r in S['rules']: C.append((once(r['text'],r['lang']),1,.15,0,-1,0))
say('own',len(own),'pairs',len(pairs),'change pairs',len(R),'clauses',len(C),'durable',sum(c[1] for c in C))
N=len(texts)
by=collections.defaultdict(list)
for k,t in own: by[k].append(t)
nosp={'zh','zh-tw','ja','th'}
words={k:[x for t in random.sample(v,min(len(v),12000)) for x in t.split()] for k,v in by.items() if k not in nosp}
for _ in range(len(own)*2//3):
    k,t=random.choice(own)
    if k in nosp: n=random.randint(2,10); a=random.randrange(max(1,len(t)-n)); s=t[a:a+n]
    else: q=t.split(); n=random.randint(1,6); a=random.randrange(max(1,len(q)-n+1)); s=' '.join(q[a:a+n])
    add(s,s,k=='en')
for _ in range(len(own)//3):
    k,t=random.choice(own)
    s=' '.join(random.choice(words[k]) for _ in range(random.randint(2,7))) if k in words else t[:random.randint(3,9)]+random.choice(by[k])[:random.randint(3,9)]
    add(s,s,k=='en')
for _ in range(len(own)//8):
    (k,t),(j,u)=random.choice(own),random.choice(own); s=(t+' '+u)[:260]; add(s,s,k=='en' and j=='en')
T=D+'/templates'
read=lambda k: ({l.split('\t')[0]:l.rstrip('\n').split('\t')[1:] for l in open(f'{T}/templates-{k}.tsv') if l.strip()},json.load(open(f'{T}/slots-{k}.json')))
enT,enS=read('en'); filled=lambda s,slots,pick: re.sub(r'\{(\w+)\}',lambda m: str(slots[m[1]][pick[m[1]]%len(slots[m[1]])]),s)
LG={k:read(k) for k in sorted(f[10:-4] for f in os.listdir(T) if f.startswith('templates-'))}; names=list(LG)
for k,(lt,ls) in LG.items():
    ids=[i for i in lt if i in enT and len(lt[i])>=3]
    for _ in range(K(30000)):
        i=random.choice(ids); c=random.randrange(3); pick={s:random.randrange(len(v)) for s,v in enS.items()}
        add(filled(lt[i][c],ls,pick),filled(enT[i][c],enS,pick),True)
# contrast: a fact and a question to it, in two languages; group: which of them mean the same
X=[]; tids={i:n for n,i in enumerate(enT)}
for _ in range(K(300000)):
    i=random.choice(list(enT)) if not X or random.random()<1 else None; a=random.choice(names); b=a if random.random()<.25 else random.choice(names)
    if i not in LG[a][0] or i not in LG[b][0] or len(LG[a][0][i])<3 or len(LG[b][0][i])<3: continue
    pick={s:random.randrange(len(v)) for s,v in enS.items()}; c=random.choice((1,2))
    texts.append(filled(LG[a][0][i][0],LG[a][1],pick)); means.append(-1); texts.append(filled(LG[b][0][i][c],LG[b][1],pick)); means.append(-1)
    X.append((len(texts)-2,len(texts)-1,tids[i],0))
for g,f in enumerate(sit):
    if f['held']: continue
    for a,b in (('old','question'),('change2','question'),('old','repeat'),('change','question'),('repeat','question')): X.append((f[a],f[b],1000+g,1))
student=spm.SentencePieceProcessor(model_file=O+'/multi.model'); sp=spm.SentencePieceProcessor(model_file=O+'/sp.model')
if not LIM:
    for i in range(6,student.get_piece_size()):
        p=student.id_to_piece(i).replace('\u2581',' ').strip(); p and not student.is_control(i) and add(p,p,False)
E=[]
for b in range(0,len(texts),400000): E+=[x[:46] or [0] for x in student.encode(texts[b:b+400000],num_threads=16)]
say('texts',len(texts),'meanings',len(english),'of them English',sum(english),'pieces a text',round(float(np.mean([len(x) for x in E])),2),'unknown',sum(x.count(0) for x in E))
off=np.zeros(len(E)+1,np.int64); off[1:]=np.cumsum([len(x) for x in E])
torch.save({'tok':torch.tensor(np.concatenate([np.asarray(x,np.int32) for x in E])),'off':torch.tensor(off),'means':torch.tensor(means),'n':N,'pieces':student.get_piece_size(),
  'contrast':torch.tensor(X),'change':torch.tensor(R,dtype=torch.float32),'clauses':torch.tensor(C,dtype=torch.float32)},O+'/texts.pt'); del E
keys=list(meaning); json.dump([[i,keys[i]] for i in range(len(keys)) if english[i]],open(O+'/english.json','w'),ensure_ascii=False)
P={k:np.frombuffer(lzma.decompress(c),dtype=t).reshape(s) for k,s,t,c in pickle.load(open(D+'/use.pickle','rb'))}; V=np.empty((P['q1'].shape[0]*17,512),np.float32)
for i in range(17): V[i::17]=P[f'q{i+1}']*P['scale'][i]+P['lo'][i]
W={k:torch.tensor(np.asarray(v,np.float32),device=dev) for k,v in P.items() if not (k[0]=='q' and k[1:].isdigit()) and k not in('bits','scale','lo')}; V=torch.tensor(V,device=dev); eps=float(P['eps'])
def ln(x,g,b): x=x-x.mean(-1,keepdim=True); return x*torch.rsqrt((x*x).mean(-1,keepdim=True)+eps)*g+b
ORD=((2,0),(3,1),(5,2)); cat=lambda p: torch.cat([W[f'{p}{n}'] for n in (2,3,5)],-1)
def teach(ids):
    L=max(map(len,ids))+2; I=np.zeros((len(ids),L),np.int64); M=np.zeros((len(ids),L),np.float32)
    for r,x in enumerate(ids): x=[1]+x+[2]; I[r,:len(x)]=x; M[r,:len(x)]=1
    I,mask=torch.tensor(I,device=dev),torch.tensor(M,device=dev); T=L; m=mask[...,None]; emb=V[I]*m
    xa=ln(emb@cat('proj')+cat('proj_b'),cat('ln_g'),cat('ln_b')); feats=[emb]
    win=lambda x,n,left: torch.cat([torch.nn.functional.pad(x,(0,0,left,n-1-left))[:,i:i+T] for i in range(n)],-1)
    for o,(n,left) in enumerate(ORD):
        x=xa[...,o*256:o*256+256]*m; h=(torch.relu(win(x,n,left)@W[f'w1_{n}']+W[f'b1_{n}'])+x)*m; feats.append((torch.relu(win(h,n,left)@W[f'w2_{n}']+W[f'b2_{n}'])+h)*m)
    f=ln(torch.cat(feats,-1),W['ln_g'],W['ln_b'])*m; n=mask.sum(1,keepdim=True); v=(f.sum(1)@W['cnn_W']+n*W['cnn_b'])/torch.sqrt(n)
    y0=torch.relu(v@W['d0']); y1=torch.relu(v@W['p1']+y0@W['d1']); y2=torch.relu(y1@W['d2']); o=torch.tanh(y1@W['p3']+y2@W['d3']); return o/o.norm(dim=1,keepdim=True)
c=json.load(lzma.open(D+'/check.json.xz','rt'))
with torch.no_grad():
    say('equal to the package: largest difference',float(np.abs(teach([x[:60] for x in sp.encode(c['t'])]).cpu().numpy()-np.array(c['v'])).max()))
    Q=[]
    for b in range(0,len(keys),400000): Q+=[x[:46] for x in sp.encode(keys[b:b+400000],num_threads=16)]
    say('teacher pieces'); order=sorted(range(len(Q)),key=lambda i:len(Q[i])); TV=torch.empty(len(Q),512,dtype=torch.float16); B=4096 if dev=='cuda' else 128
    for b in range(0,len(order),B): r=order[b:b+B]; TV[torch.tensor(r)]=teach([Q[i] for i in r]).half().cpu()
G=TV[torch.randperm(len(TV))[:100000]].to(dev).float(); ev,U=torch.linalg.eigh(G.T@G); U=U.flip(1); ev=ev.flip(0); say('share of 192 256 320:',[round(float(ev[:k].sum()/ev.sum()),4) for k in (192,256,320)])
torch.save({'pca':U.cpu(),'vectors':TV},O+'/use.pt'); say('done')
