// A file system in memory for a Go program in a worker: the part of node's fs that Go's package os calls.
// The user's files are read on demand, so mounting a folder of gigabytes takes no memory.
// A file that the program writes, such as a temporary one, is kept as bytes. It cannot make folders.
//
// A node is a folder or a file. A folder has a Map of its entries by name. A file has data: a Blob or a
// Uint8Array.

"use strict";

const memoryFS = (() => {
	const folderMode = 0o040755, fileMode = 0o100644;
	// wasm_exec.js reads them all. Nothing truncates a file or appends to it.
	const constants = {
		O_RDONLY: 0, O_WRONLY: 1, O_RDWR: 2, O_CREAT: 0o100, O_EXCL: 0o200, O_TRUNC: 0o1000,
		O_APPEND: 0o2000, O_DIRECTORY: 0o200000,
	};
	// A Blob is read in windows of this size, because small reads of a Blob are expensive.
	const windowSize = 1 << 20;

	let numbers = 0;
	const folder = () => ({ number: ++numbers, entries: new Map(), modified: Date.now() });
	const file = (data, modified) => ({ number: ++numbers, data, modified });
	const root = folder();
	const open = new Map(); // by descriptor: {node, at, window}
	let nextDescriptor = 3;

	const failure = (code) => Object.assign(new Error(code), { code });

	// parts returns the names of a path from the root, which is the working folder, without "." and "..".
	function parts(path) {
		const all = [];
		for (const name of path.split("/")) {
			if (name === "..") all.pop();
			else if (name !== "" && name !== ".") all.push(name);
		}
		return all;
	}

	// find returns the node of a path.
	function find(path) {
		let node = root;
		for (const name of parts(path)) {
			if (!node.entries) throw failure("ENOTDIR");
			node = node.entries.get(name);
			if (!node) throw failure("ENOENT");
		}
		return node;
	}

	// place returns the parent folder and the last name of a path.
	function place(path) {
		const names = parts(path);
		const name = names.pop();
		if (name === undefined) throw failure("EINVAL");
		const parent = find("/" + names.join("/"));
		if (!parent.entries) throw failure("ENOTDIR");
		return [parent, name];
	}

	function sizeOf(node) {
		if (node.entries) return 0;
		return node.data instanceof Uint8Array ? node.length ?? node.data.length : node.data.size;
	}

	function stat(node) {
		const isFolder = Boolean(node.entries), size = sizeOf(node), time = Math.floor(node.modified);
		return {
			dev: 1, ino: node.number, mode: isFolder ? folderMode : fileMode, nlink: 1, uid: 0, gid: 0, rdev: 0,
			size, blksize: 4096, blocks: Math.ceil(size / 512), atimeMs: time, mtimeMs: time, ctimeMs: time,
			isDirectory: () => isFolder,
		};
	}

	const descriptor = (fd) => {
		const f = open.get(fd);
		if (!f) throw failure("EBADF");
		return f;
	};

	// bytes returns the writable bytes of a file, grown to at least size.
	function bytes(node, size) {
		if (!(node.data instanceof Uint8Array)) throw failure("EROFS");
		node.length ??= node.data.length;
		if (node.data.length < size) {
			const larger = new Uint8Array(Math.max(size, 2 * node.data.length, 1 << 16));
			larger.set(node.data.subarray(0, node.length));
			node.data = larger;
		}
		return node.data;
	}

	function openFile(path, flags) {
		let node;
		try {
			node = find(path);
			if (flags & constants.O_CREAT && flags & constants.O_EXCL) throw failure("EEXIST");
		} catch (err) {
			if (err.code !== "ENOENT" || !(flags & constants.O_CREAT)) throw err;
			const [parent, name] = place(path);
			node = file(new Uint8Array(0), Date.now());
			parent.entries.set(name, node);
		}
		const writes = flags & (constants.O_WRONLY | constants.O_RDWR);
		if (node.entries && writes) throw failure("EISDIR");
		if (!node.entries && flags & constants.O_DIRECTORY) throw failure("ENOTDIR");
		if (writes && flags & (constants.O_TRUNC | constants.O_APPEND)) throw failure("ENOSYS");
		const fd = nextDescriptor++;
		open.set(fd, { node, at: 0, window: null });
		return fd;
	}

	// windowAt returns the bytes of a Blob around a position, or a Promise of them.
	function windowAt(f, at) {
		if (f.window && at >= f.window.from && at < f.window.from + f.window.bytes.length) return f.window;
		const from = at - at % windowSize, part = f.node.data.slice(from, from + windowSize);
		const keep = (buffer) => (f.window = { from, bytes: new Uint8Array(buffer) });
		if (typeof FileReaderSync === "function") return keep(new FileReaderSync().readAsArrayBuffer(part));
		return part.arrayBuffer().then(keep);
	}

	// read reads into the buffer, and returns the number of bytes or a Promise of it.
	function read(f, buffer, offset, length, position) {
		if (f.node.entries) throw failure("EISDIR");
		const at = position ?? f.at, count = Math.min(length, sizeOf(f.node) - at);
		if (count <= 0) return 0;
		const took = (n) => {
			if (position === null) f.at += n;
			return n;
		};
		if (f.node.data instanceof Uint8Array) {
			buffer.set(f.node.data.subarray(at, at + count), offset);
			return took(count);
		}
		const copy = (w) => {
			const part = w.bytes.subarray(at - w.from, at - w.from + count);
			buffer.set(part, offset);
			return took(part.length);
		};
		const w = windowAt(f, at);
		return w instanceof Promise ? w.then(copy) : copy(w);
	}

	function write(fd, buffer, offset, length, position) {
		const part = buffer.subarray(offset, offset + length);
		if (fd === 1 || fd === 2) {
			fs.writeSync(fd, part);
			return length;
		}
		const f = descriptor(fd), at = position ?? f.at;
		bytes(f.node, at + length).set(part, at);
		f.node.length = Math.max(f.node.length, at + length);
		f.node.modified = Date.now();
		if (position === null) f.at += length;
		return length;
	}

	function unlink(path) {
		const [parent, name] = place(path), node = parent.entries.get(name);
		if (!node) throw failure("ENOENT");
		if (node.entries) throw failure("EISDIR");
		parent.entries.delete(name);
	}

	function readdir(path) {
		const node = find(path);
		if (!node.entries) throw failure("ENOTDIR");
		return [...node.entries.keys()];
	}

	const unsupported = () => { throw failure("ENOSYS"); };
	const operations = {
		open: openFile,
		close: (fd) => { if (!open.delete(fd)) throw failure("EBADF"); },
		read: (fd, ...rest) => read(descriptor(fd), ...rest),
		write,
		stat: (path) => stat(find(path)),
		lstat: (path) => stat(find(path)),
		fstat: (fd) => stat(descriptor(fd).node),
		readdir,
		unlink,
		readlink: (path) => { find(path); throw failure("EINVAL"); }, // there are no links
	};
	for (const name of ["mkdir", "rmdir", "rename", "truncate", "ftruncate", "utimes", "chmod", "fchmod", "fsync", "chown", "fchown",
		"lchown", "link", "symlink"]) operations[name] = unsupported;

	// An operation calls its callback at once or, if it waits for a Blob, later.
	// Go knows only texts as codes. A file that was deleted, or may not be read, fails with a DOMException, whose code is a
	// number.
	const codeOf = (err) => (typeof err.code === "string" ? err : failure("EIO"));
	const fs = { constants };
	for (const [name, operation] of Object.entries(operations)) {
		fs[name] = (...args) => {
			const callback = args.pop();
			let value;
			try {
				value = operation(...args);
			} catch (err) {
				callback(codeOf(err));
				return;
			}
			if (value instanceof Promise) value.then((v) => callback(null, v), (err) => callback(codeOf(err)));
			else callback(null, value);
		};
	}
	// Output of the program, such as a panic.
	let line = "";
	fs.writeSync = (fd, buffer) => {
		line += new TextDecoder().decode(buffer);
		const end = line.lastIndexOf("\n");
		if (end >= 0) {
			memoryFS.print(line.slice(0, end));
			line = line.slice(end + 1);
		}
		return buffer.length;
	};

	root.entries.set("tmp", folder());

	return {
		fs,
		path: { resolve: (...names) => "/" + parts(names.pop()).join("/") },
		process: {
			pid: 1, ppid: 0, getuid: () => 0, getgid: () => 0, geteuid: () => 0, getegid: () => 0,
			getgroups: unsupported, umask: () => 0o022, cwd: () => "/", chdir: unsupported,
		},
		print: (text) => console.error(text),
		// mount adds files in a folder. Each has a path, data and, optionally, a time in milliseconds.
		mount(at, files) {
			const below = (node, names) => {
				for (const name of names) {
					let next = node.entries.get(name);
					if (!next) node.entries.set(name, next = folder());
					if (!next.entries) throw new Error(`${name} is both a file and a folder: rename one`);
					node = next;
				}
				return node;
			};
			const top = below(root, parts(at));
			for (const f of files) {
				const names = parts("/" + f.path), name = names.pop();
				if (name === undefined) throw new Error("a file has no name");
				below(top, names).entries.set(name, file(f.data, f.modified ?? f.data.lastModified ?? 0));
			}
		},
	};
})();

// The globals that wasm_exec.js, which follows, needs.
Object.assign(globalThis, { fs: memoryFS.fs, path: memoryFS.path, process: memoryFS.process });
