contract A { function run(uint x) public view returns (uint) { return x; } modifier only() { _; } }
