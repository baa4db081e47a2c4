/** Random payload texts: sound ones, ones that break a rule, and ones that a careless reader takes for another. */
export class HostilePayloads {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** The next text; the same ones for a seed. */
  next(): string {
    const text = this.#item();
    return this.#below(12) === 0 ? this.#damaged(text) : text;
  }

  /** One character taken out, put in or doubled. */
  #damaged(text: string): string {
    const at = this.#below(text.length + 1);
    const put = this.#pick(['', ' ', '"', '\\', '}', ',', '0', '\ud800', '\ufeff', text.slice(at, at + 5)]);
    return text.slice(0, at) + put + text.slice(at + this.#below(2));
  }

  #item(): string {
    const members: string[] = [];
    const add = (key: string, value: () => string, chance: number) => {
      if (this.#below(100) < chance)
        members.push(`${this.#key(key)}${this.#space()}:${this.#space()}${value()}`);
    };
    add(
      'role',
      () => this.#oneOf('"assistant"', ['"user"', '"tool"', '"system"', '"User"', 'null', '1', '""']),
      99,
    );
    add('content', () => this.#text(), 99);
    add('name', () => this.#text(), 15);
    add('tool_call_id', () => this.#text(), 20);
    add('tool_calls', () => this.#list(this.#below(3), () => this.#call()), 40);
    add('reasoning_content', () => this.#text(), 15);
    add('image_url', () => this.#text(), 10);
    add('metadata', () => this.#document(0), 40);
    add('artifact_ref', () => this.#artifact(), 10);
    // A hidden value that breaks a rule is a broken payload still.
    const again = [...this.#hidden(), '"content":"again"', '"metadata":{"a":1}', '"tool_calls":[]'];
    if (this.#below(25) === 0) members.splice(this.#below(members.length + 1), 0, this.#pick(again));
    if (this.#below(30) === 0)
      members.push(this.#pick(['"extra":1', '"__proto__":{}', '"constructor":1', '"1":1']));
    if (this.#below(8) === 0) members.sort(() => this.#below(3) - 1);
    const space = this.#space();
    return `${space}{${members.join(`,${space}`)}}${this.#space()}`;
  }

  #hidden(): string[] {
    return [
      '"content":"\\ud800"',
      '"content":1e400',
      `"metadata":${'['.repeat(130)}${']'.repeat(130)}`,
      '"role":"\\udc00"',
      '"metadata":{"a":"\\ud800","a":1}',
      '"metadata":{"n":1e400,"n":1}',
    ];
  }

  #call(): string {
    const called = () =>
      this.#oneOf(`{"name":${this.#word()},"arguments":${this.#arguments()}}`, [
        `{"arguments":${this.#arguments()},"name":${this.#word()}}`,
        `{"name":${this.#word()}}`,
        `{"name":"f","arguments":{}}`,
        `{"name":"f","name":"\\ud800","name":"g","arguments":"{}"}`,
        'null',
      ]);
    const type = this.#oneOf('"function"', ['"tool"', 'null']);
    const extra = this.#below(5) === 0 ? `,"extra_content":${this.#document(3)}` : '';
    const odd = this.#below(60) === 0 ? this.#pick([',"x":1', ',"id":"again"', ',"__proto__":1']) : '';
    return `{"id":${this.#word()},"type":${type},"function":${called()}${extra}${odd}}`;
  }

  #arguments(): string {
    const texts = [
      '{}',
      '[]',
      '',
      ' {} ',
      '{"a":1,"a":2}',
      '{"a":"\\ud800","a":1}',
      '{"a":1e400,"a":1}',
      '{"a":NaN}',
    ];
    const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
    const text =
      this.#below(6) === 0
        ? this.#pick([...texts, deep(126), deep(127), deep(128), '{"v":"1.5e","n":-0}', '{"\\u0061":1}'])
        : this.#document(0);
    return this.#below(50) === 0 ? '1' : JSON.stringify(text);
  }

  #artifact(): string {
    const path = this.#oneOf('".vv-agent/artifacts/a.txt"', [
      '".vv-agent/artifacts/"',
      '"a"',
      '".vv-agent/artifacts/a\\\\b"',
    ]);
    const size = this.#oneOf('12', [
      '0',
      '1.0',
      '1e2',
      '-1',
      '-0',
      '9007199254740991',
      '9007199254740992',
      '18446744073709551616',
      '"1"',
    ]);
    const type = this.#oneOf('"text/plain"', ['"text/html"', 'null']);
    const sha256 = this.#oneOf(`"${'a'.repeat(64)}"`, ['"A"', `"${'g'.repeat(64)}"`]);
    const odd = this.#below(30) === 0 ? ',"x":1' : '';
    return `{"path":${path},"media_type":${type},"encoding":"utf-8","size_bytes":${size},"sha256":${sha256}${odd}}`;
  }

  /** An object to stand `level` levels deep in what is nested already. */
  #document(level: number): string {
    const kind = this.#below(40);
    if (kind === 0) return this.#pick(['null', '[]', '1', '"a"', 'true', '{"a":1,"a":1e400}']);
    if (kind === 1) {
      const levels = 123 - level + this.#below(5);
      return `{"d":${'['.repeat(levels)}${']'.repeat(levels)}}`;
    }
    return this.#object(0);
  }

  #object(depth: number): string {
    const members = Array.from(
      { length: this.#below(5) },
      () => `${this.#anyKey()}${this.#space()}:${this.#value(depth)}`,
    );
    if (this.#below(2) === 0) members.sort();
    return `{${members.join(',')}}`;
  }

  #value(depth: number): string {
    switch (this.#below(depth > 3 ? 5 : 8)) {
      case 0:
      case 1:
        return this.#number();
      case 2:
        return this.#pick(['true', 'false', 'null']);
      case 3:
      case 4:
        return this.#text();
      case 5:
        return this.#list(this.#below(4), () => this.#value(depth + 1));
      default:
        return this.#object(depth + 1);
    }
  }

  #number(): string {
    const odd = [
      '1.0',
      '-0',
      '-0.0',
      '0',
      '1e2',
      '1E-7',
      '0.000001',
      '1e21',
      '1e+16',
      '1e16',
      '100000000000000000000',
    ];
    const limits = ['9007199254740991', '9007199254740992', '-9007199254740993', '18446744073709551615'];
    const beyond = [
      '18446744073709551616',
      '-9223372036854775808',
      '-9223372036854775809',
      '1e-400',
      '1e308',
    ];
    if (this.#below(3) === 0)
      return this.#pick([...odd, ...limits, ...beyond, ...(this.#below(8) === 0 ? ['1e400', '01'] : [])]);
    return this.#below(2) === 0
      ? String(this.#below(100_000))
      : String((this.#below(1e9) - 5e8) / 10 ** this.#below(20));
  }

  #text(): string {
    if (this.#below(120) === 0) return this.#pick(['null', '1', '{}', '["a"]']);
    const pieces = [
      'a',
      'word ',
      '\\n',
      '\\"',
      '\\\\',
      'é',
      '✓',
      '😀',
      '\\u001b',
      '\u007f',
      '\u2028',
      '{"a":1.5}',
      ',"role":',
    ];
    const odd = [
      '\\/',
      '\\u0041',
      '\\u000a',
      '\\u001B',
      '\\ud83d\\ude00',
      '\\\\ud800',
      '\\\\u0041',
      '\\\\\\\\',
      '\\b',
    ];
    const halves = ['\\ud83d', '\\uDE00', '\ud83d', '\ude00'];
    let text = '';
    for (let count = this.#below(6); count > 0; count -= 1) {
      const kind = this.#below(200);
      text += this.#pick(kind === 0 ? halves : kind < 12 ? odd : pieces);
    }
    return `"${text}"`;
  }

  /** An id or a name: seldom blank, in one of the ways that differ between languages. */
  #word(): string {
    return this.#oneOf(`"f${this.#below(100)}"`, [
      '""',
      '" "',
      '"\u0085"',
      '"\ufeff"',
      '"\\t"',
      'null',
      '"\\ud800"',
    ]);
  }

  #key(key: string): string {
    return this.#below(200) === 0 ? `"\\u00${key.charCodeAt(0).toString(16)}${key.slice(1)}"` : `"${key}"`;
  }

  #anyKey(): string {
    const odd = [
      '"__proto__"',
      '"1"',
      '"10"',
      '"2"',
      '""',
      '"\ufb33"',
      '"😀"',
      '"\\u0061"',
      '"a\\nb"',
      '"constructor"',
    ];
    if (this.#below(150) === 0) return '"\\ud800"';
    return this.#below(4) === 0 ? this.#pick(odd) : `"${this.#pick(['a', 'b', 'c', 'd', 'model', 'usage'])}"`;
  }

  #list(length: number, item: () => string): string {
    return `[${Array.from({ length }, item).join(`,${this.#space()}`)}]`;
  }

  /** White space once in a while, now and then one that JSON has not. */
  #space(): string {
    return this.#below(30) > 0 ? '' : this.#pick([' ', '\n', '\t \r', this.#below(5) === 0 ? '\u00a0' : '']);
  }

  /** Mostly the usual, else one of the others. */
  #oneOf(usual: string, others: readonly string[]): string {
    return this.#below(12) > 0 ? usual : this.#pick(others);
  }

  #pick(list: readonly string[]): string {
    return list[this.#below(list.length)] ?? '';
  }

  #below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  }
}
