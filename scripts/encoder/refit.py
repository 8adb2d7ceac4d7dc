# refit.py KIT TRAIN.txt.xz USE_FOLDER STUDENT.npz PIECES.model NEW.model OUT.npz SECONDS: the student on another vocabulary, on a CPU.
# Rows of new pieces start at the mean of the pieces that they were cut into. USE_FOLDER: sp.model and weights.npz of the teacher.
# Resumes OUT.npz.pt.
import sys,os,json,lzma,random,pickle,time,re,collections,math
import numpy as np, torch, torch.nn as nn, torch.nn.functional as F, sentencepiece as spm
KIT,TRAIN,USEF,STUDENT,PIECES,NEW,OUT,SEC=sys.argv[1:9]; SEC=float(SEC); torch.set_num_threads(2); random.seed(5); torch.manual_seed(5)
t0=time.time(); say=lambda *a: print(f'[{time.time()-t0:.0f}s]',*a,flush=True)
sp=spm.SentencePieceProcessor(model_file=USEF+'/sp.model'); old=spm.SentencePieceProcessor(model_file=PIECES); new=spm.SentencePieceProcessor(model_file=NEW)
# texts
lines=lambda f: [l.rstrip('\n').split('\t') for l in lzma.open(f,'rt',encoding='utf8',newline='\n')]
own=[(t,t) for k,t in lines(TRAIN)]; pairs=[(t,e) for k,t,e in lines(KIT+'/pairs.txt.xz')]
T=KIT+'/templates'; read=lambda k: ({l.split('\t')[0]:l.rstrip('\n').split('\t')[1:] for l in open(f'{T}/templates-{k}.tsv') if l.strip()},json.load(open(f'{T}/slots-{k}.json')))
LG={f[10:-4]:read(f[10:-4]) for f in sorted(os.listdir(T)) if f.startswith('templates-')}; enT,enS=LG['en']; names=list(LG)
filled=lambda s,slots,pick: re.sub(r'\{(\w+)\}',lambda m: str(slots[m[1]][pick[m[1]]%len(slots[m[1]])]),s)
def template():
    while True:
        k=random.choice(names); lt,ls=LG[k]; i=random.choice(list(lt))
        if i in enT and len(lt[i])>=3: break
    pick={s:random.randrange(len(v)) for s,v in enS.items()}; c=random.randrange(3); return filled(lt[i][c],ls,pick),filled(enT[i][c],enS,pick)
fresh=[new.id_to_piece(i) for i in range(3,new.get_piece_size()) if old.piece_to_id(new.id_to_piece(i))==0]; words=[p.replace('\u2581',' ').strip() for p in fresh if sp.piece_to_id(p)!=sp.unk_id()]; words=[w for w in words if w]
say('own',len(own),'pairs',len(pairs),'fresh pieces',len(fresh),'words',len(words))
hold=[own[i] for i in range(0,len(own),970)][:800]; heldset={t for t,_ in hold}
def draw():
    x=random.random()
    if x<.40:
        while True:
            a=random.choice(own)
            if a[0] not in heldset: break
        if x<.12: q=a[0].split(); n=random.randint(1,6); s=' '.join(q[(k:=random.randrange(max(1,len(q)-n+1))):k+n]); return s,s
        return a
    if x<.60: return random.choice(pairs)
    if x<.82: return template()
    w=random.choice(words); return w,w
# the teacher
P={}
z=np.load(USEF+'/weights.npz'); P={k:z[k] for k in z.files}; V=np.empty((P['q1'].shape[0]*17,512),np.float16)
for i in range(17): V[i::17]=P[f'q{i+1}']*P['scale'][i]+P['lo'][i]
W={k:torch.tensor(np.asarray(v,np.float32)) for k,v in P.items() if not (k[0]=='q' and k[1:].isdigit()) and k not in('bits','scale','lo')}; V=torch.tensor(V); eps=float(P['eps'])
def ln(x,g,b): x=x-x.mean(-1,keepdim=True); return x*torch.rsqrt((x*x).mean(-1,keepdim=True)+eps)*g+b
ORD=((2,0),(3,1),(5,2)); cat=lambda p: torch.cat([W[f'{p}{n}'] for n in (2,3,5)],-1)
def padded(ids,around=False):
    if around: ids=[[1]+x+[2] for x in ids]
    L=max(map(len,ids)); I=np.zeros((len(ids),L),np.int64); M=np.zeros((len(ids),L),np.float32)
    for r,x in enumerate(ids): I[r,:len(x)]=x; M[r,:len(x)]=1
    return torch.tensor(I),torch.tensor(M)
def teach(ids):
    I,mask=padded(ids,True); T=I.shape[1]; m=mask[...,None]; emb=V[I].float()*m
    xa=ln(emb@cat('proj')+cat('proj_b'),cat('ln_g'),cat('ln_b')); feats=[emb]
    win=lambda x,n,left: torch.cat([F.pad(x,(0,0,left,n-1-left))[:,i:i+T] for i in range(n)],-1)
    for o,(n,left) in enumerate(ORD):
        x=xa[...,o*256:o*256+256]*m; h=(torch.relu(win(x,n,left)@W[f'w1_{n}']+W[f'b1_{n}'])+x)*m; feats.append((torch.relu(win(h,n,left)@W[f'w2_{n}']+W[f'b2_{n}'])+h)*m)
    f=ln(torch.cat(feats,-1),W['ln_g'],W['ln_b'])*m; n=mask.sum(1,keepdim=True); v=(f.sum(1)@W['cnn_W']+n*W['cnn_b'])/torch.sqrt(n)
    y0=torch.relu(v@W['d0']); y1=torch.relu(v@W['p1']+y0@W['d1']); y2=torch.relu(y1@W['d2']); o=torch.tanh(y1@W['p3']+y2@W['d3']); return F.normalize(o,dim=1)
# the students
D,H,NB,A,BB=128,256,3,320,192; LV,STEP=8,.586
def quantised(x):
    s=(x.detach().pow(2).mean(-1,keepdim=True).sqrt()+1e-8)*STEP; q=((x.detach()/s+LV/2).floor().clamp(0,LV-1)-LV/2+.5)*s; return x+(q-x.detach())
class Block(nn.Module):
    def __init__(s,h):
        super().__init__(); s.ln=nn.LayerNorm(h); s.dw=nn.Parameter(torch.randn(5,h)*.2); s.a=nn.Linear(h,2*h); s.b=nn.Linear(2*h,h)
    def forward(s,x,m):
        y=s.ln(x)*m; T=y.shape[1]; p=F.pad(y,(0,0,2,2)); y=sum(p[:,i:i+T]*s.dw[i] for i in range(5))+y
        return (x+s.b(F.relu(s.a(y))))*m
class Net(nn.Module):
    def __init__(s,rows):
        super().__init__(); s.emb=nn.Parameter(torch.zeros(rows,D)); s.inp=nn.Linear(D,H); s.blocks=nn.ModuleList([Block(H) for _ in range(NB)]); s.ln=nn.LayerNorm(H); s.gate=nn.Linear(H,1); s.out=nn.Linear(H,512); s.out2=nn.Linear(512,A+BB); s.skip=nn.Linear(H,A+BB)
    def forward(s,i,m):
        x=quantised(F.embedding(i,s.emb,sparse=True)); mm=m[...,None]; x=s.inp(x)*mm
        for b in s.blocks: x=b(x,mm)
        y=s.ln(x); g=F.softplus(s.gate(y))*mm; v=(y*g).sum(1)/(g.sum(1)+1e-6).sqrt().clamp_min(.3); o=s.out2(F.relu(s.out(v)))+s.skip(v)
        return F.normalize(o[:,:A],dim=1),F.normalize(o[:,A:],dim=1)
z=np.load(STUDENT); c=z['codes']; q=np.empty((128000,D),np.float32); q[:,0::2]=c&15; q[:,1::2]=c>>4; rows=torch.tensor((q-LV/2+.5)*STEP*z['rms'].astype(np.float32)[:,None])
was=Net(128000); now=Net(new.get_piece_size())
w={n[2:]:torch.tensor(z[n].astype(np.float32)) for n in z.files if n.startswith('w_')}
with torch.no_grad():
    for net,e in ((was,rows),(now,None)): net.load_state_dict({**w,'emb':e if e is not None else net.emb},strict=True)
    for i in range(new.get_piece_size()):
        p=new.id_to_piece(i); j=old.piece_to_id(p)
        if j or i==0: now.emb[i]=rows[j]
        else:
            cut=old.encode(p.replace('\u2581',' ')) or [0]; cut=[k for k in cut if k and old.id_to_piece(k)!='\u2581'] or cut; now.emb[i]=rows[cut].mean(0)*min(1.5,len(cut)**.5)
if os.path.exists(OUT+'.pt') : now.load_state_dict(torch.load(OUT+'.pt'))
# The first output's directions: the orthonormal 512 x 320 nearest to what the old student learnt.
B=[draw() for _ in range(6000)]; X,Y=[],[]
with torch.no_grad():
    for b in range(0,len(B),200):
        r=B[b:b+200]; Y.append(teach([x[:46] for x in sp.encode([m for _,m in r])])); X.append(was(*padded([x[:46] or [0] for x in old.encode([t for t,_ in r])]))[0])
X,Y=torch.cat(X),torch.cat(Y); C=Y.T@X; u,_,v=torch.linalg.svd(C,full_matrices=False); U=u@v
say('directions: cosine of the old student',float((F.normalize(Y@U,dim=1)*X).sum(1).mean()))
def target(r):
    with torch.no_grad(): a=teach([x[:46] or [0] for x in sp.encode([m for _,m in r])]); b=was(*padded([x[:46] or [0] for x in old.encode([t for t,_ in r])])); return F.normalize(a@U,dim=1),b[0],b[1]
HT=None
def held():
    global HT
    if HT is None: HT=[target(hold[b:b+200]) for b in range(0,len(hold),200)]
    with torch.no_grad():
        s=0;o=0
        for k,b in enumerate(range(0,len(hold),200)): a,_=now(*padded([x[:46] or [0] for x in new.encode([t for t,_ in hold[b:b+200]])])); s+=float((a*HT[k][0]).sum()); o+=float((HT[k][1]*HT[k][0]).sum())
    return f'{s/len(hold):.4f} (before {o/len(hold):.4f})'
rest=[p for n,p in now.named_parameters() if n!='emb']; oe=torch.optim.SparseAdam([now.emb],lr=4e-3,betas=(.9,.99)); orr=torch.optim.Adam(rest,lr=3e-4,betas=(.9,.99))
def rel(s,t,tau=.05): e=torch.eye(len(s))*1e4; return F.kl_div(F.log_softmax(s@s.T/tau-e,1),F.softmax(t@t.T/tau-e,1),reduction='batchmean')
def save():
    e=now.emb.detach(); r=e.pow(2).mean(1,keepdim=True).sqrt()+1e-8; c=(e/(r*STEP)+LV/2).floor().clamp(0,LV-1).to(torch.uint8).numpy(); c=c[:,0::2]|(c[:,1::2]<<4)
    np.savez_compressed(OUT,codes=c,rms=r[:,0].half().numpy(),ids=np.zeros(0,np.int32),meta=np.array([len(e),D,H,NB,3,A,BB]),kind=np.array(['conv']),**{('w_'+n):p.detach().half().numpy() for n,p in now.named_parameters() if n!='emb'}); torch.save(now.state_dict(),OUT+'.tmp'); os.replace(OUT+'.tmp',OUT+'.pt')
say('held',held()); step=0; last=time.time(); acc=0; t0=time.time()
while time.time()-t0<SEC:
    f=(time.time()-t0)/SEC; k=min(1,step/50)*(.5*(1+math.cos(math.pi*f))*.97+.03); oe.param_groups[0]['lr']=4e-3*k; orr.param_groups[0]['lr']=3e-4*k
    D_=sorted((draw() for _ in range(1024)),key=lambda a:len(a[0]))
    for b in random.sample(range(0,1024,256),4):
        r=[a for a in D_[b:b+256] if a[0].strip() and a[1].strip()]
        ta,_,tb=target(r); a,bb=now(*padded([x[:46] or [0] for x in new.encode([t for t,_ in r])]))
        loss=(1-(a*ta).sum(1)).mean()*2+.5*rel(a,ta)+(1-(bb*tb).sum(1)).mean()
        oe.zero_grad(set_to_none=True); orr.zero_grad(set_to_none=True); loss.backward(); oe.step(); orr.step(); step+=1; acc=.98*acc+.02*float(loss.detach())
    if time.time()-last>240: last=time.time(); say('step',step,f'loss {acc/(1-.98**step):.4f}','held',held()); save()
say('steps',step,'held',held()); save()
