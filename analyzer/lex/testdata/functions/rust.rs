mod a {
    impl<T: Fn(i32) -> i32> Foo<T> {
        pub(crate) async fn run<'a>(&'a self, x: [u8; 3]) -> Result<(), E> where T: Copy { let f = |x| { x }; Ok(()) }
    }
    trait Bar { fn declared(&self) -> i32; fn given(&self) -> i32 { 3 } }
}
fn main() { println!("{}", 1); }
