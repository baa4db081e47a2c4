import fs from 'node:fs';
import { failure, failureOfSystemError } from '../../sqlite/failure';
import { stampOf } from '../../sqlite/survey';
import { DatabaseError } from '../database-error';
import type { OpenedText, TextFormat } from '../format';
import { firstRecords } from './first-records';
import type { LineFormat } from './line-format';
import { readOutline } from './outline';
import { RecordFile } from './record-file';
import { LineStore } from './store';

/** A format of JSON lines as one that files are offered to. */
export function lineTextFormat(format: LineFormat): TextFormat {
  return {
    id: format.id,
    detect: (head) => format.detect(firstRecords(head)),
    async open(givenPath, options) {
      try {
        const path = fs.realpathSync.native(givenPath);
        const stamp = stampOf(path);
        if (stamp === null) return failure('missing', path);
        const file = new RecordFile(path, stamp, format.isRecord);
        const outline = await readOutline(file, format, options);
        const opened: OpenedText = {
          source: new LineStore(file, format, outline),
          sizeBytes: file.sizeBytes,
          hasChanged: () => file.hasChanged(),
        };
        return { ok: true, value: opened };
      } catch (error) {
        if (error instanceof DatabaseError) return error.failure;
        if (options.signal.aborted) return failure('cancelled', givenPath);
        const known = failureOfSystemError(error);
        if (known === null) throw error;
        return known;
      }
    },
  };
}
