import { MAX_LINK_CHARS } from '../../../../shared/contract/operations';
import { isEntryLink, parseEntryLink } from '../../../../shared/links/entry-link';

/** Where a link of a transcript leads, once it was found to be one that may be opened. */
export interface LinkTarget {
  /** Normalised; what is handed to `app.openLink`. */
  readonly url: string;
  /** What is shown beside the link: the host as resolved (punycode), the address of a mail, the file of an entry. */
  readonly host: string;
  /** The address holds a user name, with which another host can be feigned. */
  readonly hasCredentials: boolean;
}

/**
 * Reads an address from a transcript. Only absolute https, http and mailto ones are links, and sound
 * ones to entries; all others, relative ones included, are null and stay text. Parsed before it is judged: the parser
 * drops tabs and line breaks, with which `java\nscript:` would pass a comparison of strings.
 */
export function linkTarget(href: string): LinkTarget | null {
  if (href.length > MAX_LINK_CHARS) return null;
  if (isEntryLink(href)) {
    const link = parseEntryLink(href);
    return link.ok ? { url: href.trim(), host: link.value.file, hasCredentials: false } : null;
  }
  const url = parseUrl(href);
  if (!url) return null;
  switch (url.protocol) {
    case 'https:':
    case 'http:':
      return {
        url: url.href,
        host: url.host,
        hasCredentials: url.username !== '' || url.password !== '',
      };
    case 'mailto:':
      return { url: url.href, host: url.pathname, hasCredentials: false };
    default:
      return null;
  }
}

function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
