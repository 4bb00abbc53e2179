from rulewright.ir.nodes import *
def interval(e):
    match e:
        case Const(v): return v,v
        case Binary(Op.ADD,l,r):
            a,b=interval(l); c,d=interval(r); return a+c,b+d
        case Binary(Op.SUB,l,r):
            a,b=interval(l); c,d=interval(r); return a-d,b-c
        case Binary(Op.MUL,l,r):
            a,b=interval(l); c,d=interval(r); x=[a*c,a*d,b*c,b*d]; return min(x),max(x)
        case Binary()|Not(): return 0,1
        case Setting(_,n): return 0,n-1
        case Count(hi=h)|Size(hi=h)|PlaceKind(hi=h): return 0,h
        case Ite(_,a,b):
            a,b=interval(a); c,d=interval(e.otherwise); return min(a,c),max(b,d)
        case Let(body=b): return interval(b)
        case First(local=l): return l.lo,l.hi
        case Fold(): return -10**6,10**6
        case _: return e.lo,e.hi
