# train.py OUT NAME WIDTH HIDDEN BLOCKS BITS SECONDS TOTAL CONTRAST AUX JOINT DEST: resumes OUT/NAME.state when it is there
import sys,os,time,math,random,numpy as np,torch,torch.nn as nn,torch.nn.functional as F
O,NAME,D,H,NB,BITS,SEC,TOTAL,CON,AUX,JOINT,DEST=sys.argv[1:13]; D,H,NB,BITS,JOINT=map(int,(D,H,NB,BITS,JOINT)); SEC,TOTAL,CON,AUX=map(float,(SEC,TOTAL,CON,AUX)); A,BB=320,192
dev='cuda' if torch.cuda.is_available() else 'cpu'; torch.manual_seed(1); random.seed(1); torch.backends.cuda.matmul.allow_tf32=True; t0=time.time(); say=lambda *a: print(f'[{NAME} {time.time()-t0:.0f}s]',*a,flush=True)
k=torch.load(f'{O}/texts.pt'); tok,off,means=k['tok'].to(dev),k['off'].to(dev),k['means'].to(dev); N,V=k['n'],k['pieces']; con=k['contrast'].to(dev); chg=k['change'].to(dev); cla=k['clauses'].to(dev)
u=torch.load(f'{O}/use.pt'); TV=u['vectors'].to(dev); PA=u['pca'][:,:A].float().to(dev); m2=torch.load(f'{O}/mini.pt'); MV=m2['vectors'].to(dev); PB=m2['pca'][:,:BB].float().to(dev); row=m2['row'].to(dev)
STEP={16:.335,8:.586,32:.188}[1<<BITS]; LV=1<<BITS
def quantised(x):
    s=(x.detach().pow(2).mean(-1,keepdim=True).sqrt()+1e-8)*STEP; q=((x.detach()/s+LV/2).floor().clamp(0,LV-1)-LV/2+.5)*s; return x+(q-x.detach())
class Block(nn.Module):
    def __init__(s,h):
        super().__init__(); s.ln=nn.LayerNorm(h); s.dw=nn.Parameter(torch.randn(5,h)*.2); s.a=nn.Linear(h,2*h); s.b=nn.Linear(2*h,h); nn.init.zeros_(s.b.weight)
    def forward(s,x,m):
        y=s.ln(x)*m; T=y.shape[1]; p=F.pad(y,(0,0,2,2)); y=sum(p[:,i:i+T]*s.dw[i] for i in range(5))+y
        return (x+s.b(F.relu(s.a(y))))*m
class Net(nn.Module):
    def __init__(s):
        super().__init__(); s.emb=nn.Parameter(torch.randn(V,D)); s.inp=nn.Linear(D,H); s.blocks=nn.ModuleList([Block(H) for _ in range(NB)]); s.ln=nn.LayerNorm(H); s.gate=nn.Linear(H,1); s.out=nn.Linear(H,512); s.out2=nn.Linear(512,A+BB); s.skip=nn.Linear(H,A+BB)
    def forward(s,i,m,quant,fixed=False):
        x=F.embedding(i,s.emb.detach() if fixed else s.emb); x=quantised(x) if quant else x; e=x; mm=m[...,None]; x=s.inp(x)*mm
        for b in s.blocks: x=b(x,mm)
        y=s.ln(x); g=F.softplus(s.gate(y))*mm; v=(y*g).sum(1)/(g.sum(1)+1e-6).sqrt().clamp_min(.3); o=s.out2(F.relu(s.out(v)))+s.skip(v)
        return F.normalize(o[:,:A].float(),dim=1),F.normalize(o[:,A:].float(),dim=1),y*mm,e
class Pair(nn.Module):
    def __init__(s,d=96):
        super().__init__(); s.p=nn.Linear(H+D+2,d); s.c=nn.Conv1d(d,d,3,padding=1); s.q=nn.Linear(d,d); s.k=nn.Linear(d,d); s.x=nn.Linear(4*d,d); s.y=nn.Linear(4*d,d); s.s=nn.Linear(A+BB,32); s.m=nn.Linear(4*d+4*32+2,128); s.o=nn.Linear(128,3)
    def side(s,y,e,f,m):
        keep=(torch.rand(y.shape[:2],device=y.device)>.08)[...,None] if s.training else 1.
        h=F.gelu(s.p(torch.cat([F.dropout(torch.cat([y,F.normalize(e,dim=-1)*11],-1)*keep,.2,s.training),f],-1)))*m; return (h+F.gelu(s.c(h.transpose(1,2)).transpose(1,2)))*m
    def forward(s,ia,ma,ra,ib,mb,rb):
        (a1,a2,ya,ea),(b1,b2,yb,eb)=ra,rb; eq=(ia[:,:,None]==ib[:,None,:])&(ma[:,:,None]>0)&(mb[:,None,:]>0); fa,fb=eq.any(2),eq.any(1)
        f=lambda x,n: torch.stack([x.float(),n],-1); hx=s.side(ya,ea,f(fa,ma),ma[...,None]); hy=s.side(yb,eb,f(fb,mb),mb[...,None])
        t=s.q(hx)@s.k(hy).transpose(1,2)/96**.5; to=torch.softmax(t.float().masked_fill(mb[:,None,:]==0,-1e4),-1)@hy.float(); fr=torch.softmax(t.float().transpose(1,2).masked_fill(ma[:,None,:]==0,-1e4),-1)@hx.float()
        cx=F.gelu(s.x(F.dropout(torch.cat([hx,to,hx-to,hx*to],-1),.2,s.training))); cy=F.gelu(s.y(F.dropout(torch.cat([hy,fr,hy-fr,hy*fr],-1),.2,s.training)))
        pool=lambda c,m: [(c*m[...,None]).sum(1)/m.sum(1,keepdim=True),c.float().masked_fill(m[...,None]==0,-1e4).max(1)[0]]
        va,vb=torch.cat([a1,a2],1),torch.cat([b1,b2],1); sa,sb=s.s(va),s.s(vb)
        z=torch.cat(pool(cx,ma)+pool(cy,mb)+[sa,sb,(sa-sb).abs(),sa*sb,(a1*b1).sum(1,keepdim=True),(a2*b2).sum(1,keepdim=True)],1)
        return s.o(F.dropout(F.gelu(s.m(F.dropout(z.float(),.2,s.training))),.2,s.training))
class Clause(nn.Module):
    def __init__(s): super().__init__(); s.a=nn.Linear(A+BB+2*H,128); s.o=nn.Linear(128,7)
    def forward(s,m,r):
        a,b,y,_=r; mm=m[...,None]; z=torch.cat([a,b,(y*mm).sum(1)/mm.sum(1),y.float().masked_fill(mm==0,-1e4).max(1)[0]],1); return s.o(F.dropout(F.gelu(s.a(F.dropout(z.float(),.3,s.training))),.2,s.training))
net=Net().to(dev); pair=Pair().to(dev); clause=Clause().to(dev); rest=[p for n,p in net.named_parameters() if n!='emb']; heads=list(pair.parameters())+list(clause.parameters()); LR=(6e-3,2e-3,1e-3)
opt=torch.optim.Adam([{'params':[net.emb],'lr':LR[0]},{'params':rest,'lr':LR[1]},{'params':heads,'lr':LR[2],'weight_decay':0}],betas=(.9,.99),fused=dev=='cuda')
step=0; before=0.
if os.path.exists(f'{O}/{NAME}.state'):
    st=torch.load(f'{O}/{NAME}.state',map_location=dev); net.load_state_dict(st['net']); pair.load_state_dict(st['pair']); clause.load_state_dict(st['clause']); opt.load_state_dict(st['opt']); step=st['step']; before=st['time']
n=len(off)-1; ok=means>=0; hold=(torch.arange(n,device=dev)%97==0)&(torch.arange(n,device=dev)<N)&ok; pool=(ok&~hold).nonzero()[:,0]; hold=hold.nonzero()[:,0][:4000]; lens=off[1:]-off[:-1]; B=4096 if dev=='cuda' else 128
ctpl,creal=con[con[:,3]==0],con[con[:,3]==1]; tr,he=chg[chg[:,3]==0],chg[chg[:,3]==1]; ctr,che=cla[cla[:,5]==0],cla[cla[:,5]==1]
def batch(r):
    l=lens[r]; a=torch.arange(int(l.max()),device=dev)[None]; m=a<l[:,None]; return torch.where(m,tok[(off[r][:,None]+a).clamp_max(tok.numel()-1)].long(),torch.zeros((),dtype=torch.long,device=dev)),m.float()
eye=torch.eye(2048,device=dev)*1e4
def rel(s,t,tau=.05): e=eye[:len(s),:len(s)]; return F.kl_div(F.log_softmax(s@s.T/tau-e,1),F.softmax(t@t.T/tau-e,1),reduction='batchmean')
amp=lambda: torch.autocast('cuda',torch.bfloat16) if dev=='cuda' else torch.autocast('cpu',torch.bfloat16,enabled=False)
def both(r,quant):
    i,m=batch(r)
    with amp(): a,b,_,_=net(i,m,quant)
    t=TV[means[r]].float(); q=row[means[r]]; e=(q>=0).nonzero()[:,0]; s=MV[q[e]].float(); return a,t,b[e],s
off_=lambda r: tuple(x.detach() for x in r)
def pairs(p,quant,joint):
    i,m=batch(p[:,0].long()); j,w=batch(p[:,1].long())
    with amp():
        ra,rb=net(i,m,quant,True),net(j,w,quant,True)
        if not joint: ra,rb=off_(ra),off_(rb)
        return pair(i,m,ra,j,w,rb).float()
def clauses(p,quant,joint):
    i,m=batch(p[:,0].long())
    with amp():
        r=net(i,m,quant,True); r=r if joint else off_(r); return clause(m,r).float()
def ap(score,truth): o=score.argsort(descending=True); t=truth[o].float(); c=t.cumsum(0); return float((c/torch.arange(1,len(t)+1,device=t.device)*t).sum()/t.sum())
def heldout(q=True):
    net.eval(); pair.eval(); clause.eval()
    with torch.no_grad():
        a,t,b,s=both(hold,q); res=[float((a*F.normalize(t@PA,dim=1)).sum(1).mean()),float((b*F.normalize(s@PB,dim=1)).sum(1).mean())]
        if AUX:
            z=torch.cat([pairs(he[x:x+512],q,False) for x in range(0,len(he),512)]); p=z.softmax(1); res+=[ap(p[:,0],he[:,2]==0),float((z.argmax(1)==he[:,2]).float().mean())]
            z=torch.cat([clauses(che[x:x+512],q,False) for x in range(0,len(che),512)]); res+=[ap(z[:,0],che[:,1]==1)]
    net.train(); pair.train(); clause.train(); return ' '.join(f'{x:.4f}' for x in res)
say('pool',len(pool),'contrast',len(ctpl),len(creal),'change',len(tr),len(he),'clauses',len(ctr),len(che),'from step',step)
while time.time()-t0<SEC:
    f=min(1.,(before+time.time()-t0)/TOTAL); w=min(1,step/300)*(.5*(1+math.cos(math.pi*f))*.98+.02)
    for g,b in zip(opt.param_groups,LR): g['lr']=b*w
    r=pool[torch.randint(len(pool),(B*8,),device=dev)]; r=r[lens[r].argsort()]; o=random.randrange(8)*B; r=r[o:o+B][torch.randperm(B,device=dev)]; quant=f>.3
    a,t,b,s=both(r,quant); h=len(a)//2
    loss=(1-(a*F.normalize(t@PA,dim=1)).sum(1)).mean()*2+.5*rel(a[:h],t[:h])+.5*rel(a[h:],t[h:])
    if len(b)>64: loss=loss+(1-(b*F.normalize(s@PB,dim=1)).sum(1)).mean()*2+.5*rel(b[:2048],s[:2048])
    if CON:
        n1,n2=(820,204) if dev=='cuda' else (24,8); c=torch.cat([ctpl[torch.randint(len(ctpl),(n1,),device=dev)],creal[torch.randint(len(creal),(n2,),device=dev)]]); i,m=batch(torch.cat([c[:,0],c[:,1]]))
        with amp(): x,y,_,_=net(i,m,quant)
        h=len(c); v=torch.cat([x*.7**.5,y*.3**.5],1); z=v[:h]@v[h:].T/.06; same=(c[:,2][:,None]==c[:,2][None])&~torch.eye(h,dtype=torch.bool,device=dev); z=z.masked_fill(same,-1e4); lab=torch.arange(h,device=dev)
        loss=loss+CON*(F.cross_entropy(z,lab)+F.cross_entropy(z.T,lab))/2
    if AUX and step%2==0:
        p=tr[torch.randint(len(tr),(384 if dev=='cuda' else 16,),device=dev)]; ce=F.cross_entropy(pairs(p,quant,JOINT),p[:,2].long(),reduction='none'); loss=loss+AUX*(ce*p[:,4]).sum()/p[:,4].sum()
    elif AUX:
        p=ctr[torch.randint(len(ctr),(512 if dev=='cuda' else 16,),device=dev)]; z=clauses(p,quant,JOINT); l=(F.binary_cross_entropy_with_logits(z[:,0],p[:,1],reduction='none')*p[:,2]).sum()/p[:,2].sum(); kd=p[:,3]>=0
        loss=loss+AUX*(l+.3*F.cross_entropy(z[:,1:6],p[:,3].clamp_min(0).long(),reduction='none')[kd].mean().nan_to_num() + .3*(F.binary_cross_entropy_with_logits(z[:,6],p[:,4].clamp_min(0),reduction='none')[p[:,4]>=0]).mean().nan_to_num())
    opt.zero_grad(set_to_none=True); loss.backward(); opt.step(); step+=1
    if step%2000==0 or step==20: say(step,f'loss {float(loss.detach()):.4f}','held A B [change AP, acc, clause AP]',heldout(quant))
say('steps',step,'held quantised',heldout(True),'plain',heldout(False))
torch.save({'net':net.state_dict(),'pair':pair.state_dict(),'clause':clause.state_dict(),'opt':opt.state_dict(),'step':step,'time':before+time.time()-t0},f'{O}/{NAME}.state')
e=net.emb.detach(); r=e.pow(2).mean(1,keepdim=True).sqrt()+1e-8; c=(e/(r*STEP)+LV/2).floor().clamp(0,LV-1).to(torch.uint8).cpu().numpy(); c=c[:,0::2]|(c[:,1::2]<<4)
np.savez_compressed(f'{DEST}/{NAME}.npz',codes=c,rms=r[:,0].half().cpu().numpy(),ids=np.zeros(0,np.int32),meta=np.array([V,D,H,NB,BITS,A,BB]),kind=np.array(['conv']),**{('w_'+n):p.detach().half().cpu().numpy() for n,p in net.named_parameters() if n!='emb'}); say('saved')
