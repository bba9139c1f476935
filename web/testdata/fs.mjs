// Tests the file system of the worker: reading a file that the browser can no longer read fails with a code that Go knows.
// It prints what each case returns.
import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";

const gone = () => Promise.reject(new DOMException("A requested file could not be found", "NotFoundError"));
const lost = { size: 3, slice: () => ({ arrayBuffer: gone }) };
class Reader { readAsArrayBuffer() { throw new DOMException("It is not allowed", "SecurityError"); } }

async function reading(globals) {
	const context = { console, Promise, Uint8Array, TextDecoder, globalThis: {}, ...globals };
	runInNewContext(readFileSync("src/fs.js", "utf8") + "\nglobalThis.memory = memoryFS;", context);
	const { fs, mount } = context.globalThis.memory;
	mount("/class", [{ path: "ann/a.c", data: lost, modified: 1 }]);
	const call = (name, ...args) => new Promise((resolve) => fs[name](...args, (err, value) => resolve(err ? err.code : value)));
	const fd = await call("open", "/class/ann/a.c", 0, 0);
	return [await call("read", fd, new Uint8Array(3), 0, 3, null), await call("open", "class/none", 0, 0), await call("rename", "/a", "/b")];
}

console.log(JSON.stringify([await reading({}), await reading({ FileReaderSync: Reader })]));
