// Types of @chaffinch/web. What is returned is the JSON of the command, whose keys docs/json.md describes.

/** A document: its text or bytes, a File, or one with a name, which helps to detect the language. */
export type Document = string | Uint8Array | File | { name?: string; language?: string; data: string | Uint8Array | ArrayBuffer | Blob };

/**
 * A file below a folder: a File, whose place is its webkitRelativePath or its name, or its path and data.
 * Archives are read like folders. modified is in milliseconds since 1970.
 */
export type InputFile = File | { path: string; data: string | Uint8Array | Blob; modified?: number };

/** A file that was not read, with the reason. */
export interface Skip { path: string; reason: string; error?: string }

/** What the engine does: done of whole (0 if that is not known). memory is in bytes, of all its workers. */
export interface Progress { doing: string; done: number; whole: number; memory: number }

export interface Watching {
  /** Is called now and then. */
  onProgress?(progress: Progress): void;
  /** Is called for every file that is not read. */
  onSkipped?(skip: Skip): void;
  /** Aborts at once. The promise is rejected with the signal's reason. */
  signal?: AbortSignal;
}

/** Which files are read. The names are those of the flags of the command. */
export interface FileOptions {
  include?: string[];
  exclude?: string[];
  maxSize?: number;
  noIgnore?: boolean;
  skipGenerated?: boolean;
  generated?: boolean;
  minified?: boolean;
}

export interface PairsOptions extends Watching, FileOptions {
  /** What is compared: every file, the default, or every folder and archive at the top of the files. */
  unit?: "file" | "dir";
  /** Name or alias of the language of all files; it is detected without. */
  language?: string;
  /** Starter code, which is ignored. */
  base?: Iterable<InputFile>;
  /** Earlier work, compared with the files but not with itself. */
  archive?: Iterable<InputFile>;
  /** Code in more than this share of the units is ignored. */
  maxShare?: number;
  /** The minimum score of a listed pair, from 0 to 1; 0.25 without. */
  minScore?: number;
  /** How many pairs are listed at most; 200,000 without. */
  top?: number;
  sort?: "score" | "smaller" | "larger";
  linkage?: "single" | "average";
  linkScore?: number;
  /** Name of the folder, "class" without. A report for JPlag has it. */
  name?: string;
  /** How many workers compare: without, one for few files, else one a processor, up to four. Each takes memory. */
  workers?: number;
}

export interface Summary {
  unit: "file" | "dir";
  units: number;
  pairs: number;
  more: number;
  identical: number;
  clusters: number;
  skipped: Record<string, number>;
  unread: { path: string; unit: string; reason: string; detail?: string; author?: string; whole: boolean }[];
  warnings: string[];
  stats: { files: number; contents: number; comparable: number; sharing: number; aligned: number; microseconds: number };
}

export interface WriteOptions {
  /** How many pairs are listed at most. Of a page and of a report for JPlag the default is 5,000. */
  top?: number;
  /** Heading of a page. */
  title?: string;
  /** Pseudonyms in place of names, in html and jplag. */
  anonymous?: boolean;
}

/** The result of pairs, which holds memory until it is closed. */
export interface Report {
  readonly summary: Summary;
  /** Bytes of memory, of all workers. */
  readonly memory: number;
  write(format: "json" | "csv" | "tsv" | "html" | "jplag", options?: WriteOptions): Promise<Blob>;
  /** What `chaffinch pairs --json` prints. */
  json(): Promise<any>;
  /** The bytes of a content, by its id in the JSON. */
  source(content: string): Promise<Uint8Array>;
  close(): void;
}

/** Compares all files, or submissions, with each other. A single archive is compared like a folder. */
export function pairs(files: Iterable<InputFile>, options?: PairsOptions): Promise<Report>;

/** The tokens, k-grams and fingerprints of a document: what `chaffinch fingerprint --json` prints. */
export function fingerprint(text: Document, language?: string): Promise<any>;

export interface CompareOptions extends Watching {
  language?: string;
  base?: Iterable<InputFile>;
  format?: "json" | "html";
}

/**
 * What two documents share: what `chaffinch compare --json A B` prints, or with format "html" the page of
 * `--html`.
 */
export function compare(a: Document, b: Document, options: CompareOptions & { format: "html" }): Promise<Blob>;
export function compare(a: Document, b: Document, options?: CompareOptions): Promise<any>;

export interface TreesOptions extends CompareOptions, FileOptions {
  /** Relations in the page; 50 without. */
  top?: number;
  /** Names of the two folders, "a" and "b" without. */
  names?: [string, string];
}

/** What became of the files of one folder in another one. */
export function compare(a: InputFile[], b: InputFile[], options: TreesOptions & { format: "html" }): Promise<Blob>;
export function compare(a: InputFile[], b: InputFile[], options?: TreesOptions): Promise<any>;

export interface CorpusOptions extends Watching, FileOptions {
  language?: string;
  /** Name of the folder, "corpus" without. */
  name?: string;
}

export interface SearchOptions {
  language?: string;
  /** Only these lines of the question, counted from 1. */
  lines?: { from: number; to: number };
  top?: number;
  minScore?: number;
  /** Documents that are similar overall, as `chaffinch similar` finds them. */
  similar?: boolean;
  cover?: boolean;
  explain?: boolean;
}

/** An index in memory, which holds it until it is closed. */
export interface Corpus {
  /** What was read, as `chaffinch index --json` prints it. */
  readonly report: any;
  /** The documents that a question comes from: what `chaffinch search --json` prints. */
  search(question: Document, options?: SearchOptions): Promise<any>;
  /** The bytes of a content, by its id in an answer. */
  source(content: string): Promise<Uint8Array>;
  close(): void;
}

/** Indexes files, to search them more than once. It is meant for some thousand files. */
export function corpus(files: Iterable<InputFile>, options?: CorpusOptions): Promise<Corpus>;

/** The documents among the files that a question comes from. */
export function search(question: Document, files: Iterable<InputFile>, options?: SearchOptions & CorpusOptions): Promise<any>;

/** The languages, and the formats whose documents are taken apart. */
export function languages(): Promise<{ languages: { name: string; aliases: string[] }[]; formats: { name: string; aliases: string[] }[] }>;
