import type { FamilyMember } from '../../../../shared/contract/theway-editing';
import type { ReadFile } from '../../app/active-file';
import { errorOf } from '../../app/bridge';
import { perform } from '../../app/perform';
import { Button } from '../../ui/button';
import { ErrorNotice } from '../../ui/error-notice';
import { spellOut } from '../../ui/invisible-characters';
import { Tag } from '../../ui/tag';
import { UntrustedText } from '../../ui/untrusted-text';
import { useFamily } from '../entry/family';
import panel from './entry-panel.module.css';
import { familyDepths } from './family-depths';
import styles from './family-tree.module.css';

/** The sessions in the folder of this one, drawn by which was forked from which. */
export function FamilyTree({ file }: { file: ReadFile }) {
  const family = useFamily(file);
  return (
    <section>
      <h2 className={panel.heading}>Family</h2>
      {family.isPending && <p className={styles.quiet}>Reading the folder…</p>}
      {family.error && (
        <ErrorNotice error={errorOf(family.error)}>
          <Button onClick={() => void family.refetch()}>Try again</Button>
        </ErrorNotice>
      )}
      {family.data && <Members file={file} members={family.data} />}
    </section>
  );
}

function Members({ file, members }: { file: ReadFile; members: readonly FamilyMember[] }) {
  const depths = familyDepths(members);
  if (members.length < 2) return <p className={styles.quiet}>No other session is in this folder.</p>;
  return (
    <ul className={styles.members} aria-label="Sessions of this folder">
      {members.map((member, place) => (
        <li
          key={member.path}
          className={styles.member}
          style={{ paddingInlineStart: `${Math.min(depths[place] ?? 0, MAX_INDENTS) * 0.875}rem` }}
        >
          <Member file={file} member={member} depth={depths[place] ?? 0} />
        </li>
      ))}
    </ul>
  );
}

/** Deeper members stand as far in as these: the panel is narrow. */
const MAX_INDENTS = 8;

function Member({ file, member, depth }: { file: ReadFile; member: FamilyMember; depth: number }) {
  const isHere = member.path === file.path;
  const words = (
    <>
      <span className={styles.branch} aria-hidden="true">
        {depth > 0 ? '└' : '●'}
      </span>
      <span className={styles.title}>
        <UntrustedText text={member.title ?? member.name} isProse />
      </span>
    </>
  );
  return (
    <>
      {isHere ? (
        <p className={styles.here} aria-current="true">
          {words}
          <Tag tone="accent">this session</Tag>
        </p>
      ) : (
        <button
          type="button"
          className={styles.line}
          title={spellOut(member.path)}
          onClick={() => perform('session.openRelative', { fileId: file.fileId, path: member.path })}
        >
          {words}
        </button>
      )}
      <p className={styles.detail}>
        <UntrustedText text={member.name} />
        {member.createdAt !== null && (
          <>
            {' · '}
            <UntrustedText text={member.createdAt} />
          </>
        )}
      </p>
      {member.note !== null && (
        <p className={styles.note}>
          ! <UntrustedText text={member.note} isProse />
        </p>
      )}
    </>
  );
}
