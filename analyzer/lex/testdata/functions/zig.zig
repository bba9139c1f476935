pub fn main() !void { const x = .{ .a = 1 }; _ = x; }
const S = struct { fn get(self: S) u8 { return 1; } };
