(function (root) {
  function named(a) { return a; }
  var assigned = function (b) { return b; };
  root.exports.thing = async (a, b) => { return a + b; };
  const pick = x => { return x; };
  const obj = { method(a) { return a; }, key: function (b) { return b; }, get size() { return 1; }, other: 3 };
  class A extends B {
    constructor(x) { super(x); }
    static async *items() { yield 1; }
    #secret() { return 2; }
    field = (e) => { this.x = e; };
  }
  describe("x", function () { it("y", () => { test(); }); });
  if (root) { call(root); }
})(this);
export default function () { return 1; }
export function* gen() { yield `a${{ b: 1 }}`; }
