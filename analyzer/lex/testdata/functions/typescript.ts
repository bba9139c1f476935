export function typed<T>(a: T, b: { x: number }): { y: T } { return { y: a }; }
function overloaded(a: string): void;
function overloaded(a: any): void { console.log(a); }
class A { private constructor(readonly x: number) { } public get value(): Map<string, number> { return m; } }
const f: (a: number) => number = (a: number): number => { return a; };
interface I { m(a: number): void; }
