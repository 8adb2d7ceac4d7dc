# vocabulary.py KIT USE.model PIECES.model OUT.model: one vocabulary of the teacher's pieces and those of further languages.
# KIT: pairs.txt.xz and templates/.
import sys,lzma,glob,json,collections,sentencepiece as spm
from sentencepiece import sentencepiece_model_pb2 as pb
KIT,USE,PIECES,OUT=sys.argv[1:5]
use=pb.ModelProto(); use.ParseFromString(open(USE,'rb').read())
mul=pb.ModelProto(); mul.ParseFromString(open(PIECES,'rb').read())
NORMAL=1
U={p.piece:p.score for p in use.pieces if p.type==NORMAL}; M={p.piece:p.score for p in mul.pieces if p.type==NORMAL}
print(len(U),len(M),len(set(U)&set(M)))
sp=spm.SentencePieceProcessor(model_file=PIECES)
new=set('sv vi id hi uk fa cs da no fi ro hu el he bn ta bg ms'.split()); cnt=collections.Counter()
T=[l.rstrip('\n').split('\t') for l in lzma.open(f'{KIT}/pairs.txt.xz','rt',encoding='utf8',newline='\n')]
t=[q[1] for q in T if q[0] in new]
for k in new:
    for f in glob.glob(f'{KIT}/templates/templates-{k}.tsv'): t+=[c for l in open(f) for c in l.rstrip('\n').split('\t')[1:]]*3
for f in glob.glob(f'{KIT}/templates/slots-*.json'):
    if f[-7:-5] in new: t+=[str(x) for v in json.load(open(f)).values() for x in v]*20
for x in sp.encode(t,out_type=str): cnt.update(x)
TOTAL=146000
single={p for p in list(U)+list(M) if len(p.replace('\u2581',''))<=1}
extra=[p for p,_ in cnt.most_common() if p in M and p not in U][:33000]
keep=sorted(U,key=lambda p:(p in single,U[p]),reverse=True)
take=dict.fromkeys(extra); take.update(dict.fromkeys(p for p in M if p in single))
for p in keep:
    if len(take)>=TOTAL: break
    take[p]=None
score={p:(U[p] if p in U else M[p]) for p in take}
print(len(take),'extra',len(extra),'lowest kept', min(score.values()), cnt.total(), sum(cnt[p] for p in extra))
out=pb.ModelProto(); out.CopyFrom(mul); del out.pieces[:]
for p in mul.pieces[:3]: out.pieces.add().CopyFrom(p)
for p in sorted(score,key=lambda p:p.encode()):
    q=out.pieces.add(); q.piece=p; q.score=score[p]; q.type=NORMAL
out.trainer_spec.vocab_size=len(out.pieces); open(OUT,'wb').write(out.SerializeToString())
