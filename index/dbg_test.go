package index
import ("testing";"fmt";"context";"os";"syscall")
func TestDbg(t *testing.T){
 for _, kind := range []string{SegmentsOwn, SegmentsZap} {
 s:=DefaultSettings(); s.Segments=kind
 path:="/tmp/scratch/ends/many-"+kind; os.RemoveAll(path)
 x,err:=Create(path,s); must(t,err)
 tr:=newTree(t,nil)
 for n:=range uint64(60){ tr.write(fmt.Sprintf("%02d.go",n),source(n)); ctx,cancel:=context.WithCancel(context.Background()); x.Update(ctx,Source{Root:tr.root,Collection:"c"},UpdateOptions{Progress:func(r Report){ if r.Read>0 {cancel()}}}); cancel() }
 sz,_:=x.segments(); fmt.Println(len(sz))
 must(t,x.Close())
 before:=allPublished(t,path)
 fmt.Println(len(before))
 var old syscall.Rlimit
 syscall.Getrlimit(syscall.RLIMIT_NOFILE,&old)
 for _,lim:=range []uint64{16,20,24,30,40,50,60,64,70,80,130,140}{
  l:=syscall.Rlimit{Cur:lim,Max:old.Max}
  must(t,syscall.Setrlimit(syscall.RLIMIT_NOFILE,&l))
  for _,o:=range []Options{{ReadOnly:true},{}, {ReadOnly:true,Unpublished:true}} {
  x,err:=Open(context.Background(),path,o)
  msg:=fmt.Sprint(err); if len(msg)>300 {msg=msg[:300]}
  fmt.Println(kind,lim,o.ReadOnly,o.Unpublished,msg)
  if err==nil { 
     if !o.ReadOnly { tr.write("new.go",source(200+lim)); _,err=x.Update(context.Background(),Source{Root:tr.root,Collection:"c"},UpdateOptions{Prune:true}) ; fmt.Println("   update",err)
     tr.remove("new.go") }
    _,err:=ask(x); fmt.Println("   ask",err)
    x.Close() }
  }
  must(t,syscall.Setrlimit(syscall.RLIMIT_NOFILE,&old))
  x,err:=Open(context.Background(),path,Options{})
  if err!=nil {fmt.Println("AFTER",err)} else { sz,_:=x.segments(); r,err:=x.Check(context.Background(),CheckOptions{}); fmt.Println("after", len(sz),len(r.Problems),err, len(allPublished(t,path))); x.Close() }
 }
 }
}
