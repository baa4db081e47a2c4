// What the formats take of the messages that session.mjs makes, and what goes with them in all formats alike.

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** How many results come with a picture of the screen, and how long one is in base64. */
const IMAGES = 1 / 1_500;
const IMAGE_CHARS = { least: 40_000, most: 1_400_000 };

/** The text of a question or a result. */
export function textOf({ content: [{ text }] }) {
  return text;
}

/** The parts of an answer. */
export function partsOf({ content, usage }) {
  const [{ thinking, signature }, { text }, ...calls] = content;
  return { thinking, signature, text, calls, usage };
}

/** Now and then the base64 of an image; null else. */
export function imageFor(random) {
  if (random() >= IMAGES) return null;
  const { least, most } = IMAGE_CHARS;
  return base64Text(random, least + random() * random() * (most - least));
}

/** Text like the base64 of so many characters, as of what is compressed or encrypted. */
export function base64Text(random, chars) {
  const pieces = [];
  for (let at = 0; at < chars; at += 4) {
    const bits = Math.floor(random() * 2 ** 24);
    for (let shift = 18; shift >= 0; shift -= 6) pieces.push(BASE64[(bits >> shift) & 63]);
  }
  return pieces.join('');
}

/** A UUID of random digits. */
export function uuidFrom(random) {
  const digits = (count) =>
    Math.floor(random() * 16 ** count)
      .toString(16)
      .padStart(count, '0');
  return `${digits(8)}-${digits(4)}-4${digits(3)}-a${digits(3)}-${digits(12)}`;
}
