import type { Check } from '../../../../shared/model/report';
import { spellOut } from '../../ui/invisible-characters';
import { UntrustedText } from '../../ui/untrusted-text';
import styles from './lists.module.css';
import { Sign, Word } from './sign';
import { verdictWords } from './verdict-words';

/** What was looked at, with what was expected and what was found. What failed comes first. */
export function CheckList({ checks }: { checks: readonly Check[] }) {
  const order = { failed: 0, warning: 1, ok: 2, 'not-applicable': 3 };
  const sorted = [...checks].sort((a, b) => order[a.verdict] - order[b.verdict]);
  const passed = checks.filter((check) => check.verdict === 'ok').length;
  return (
    <section>
      <h2 className={styles.heading}>
        Checks{' '}
        <span className={styles.quiet}>
          {passed} of {checks.length} ok
        </span>
      </h2>
      <ul>
        {sorted.map((check) => {
          const words = verdictWords(check.verdict);
          return (
            <li key={check.id} className={styles.row}>
              <Sign words={words} />
              <div className={styles.main}>
                <p className={styles.title}>
                  <span>{check.title}</span>
                  <Word words={words} />
                </p>
                <p
                  className={check.verdict === 'ok' ? styles.oneLine : styles.detail}
                  title={spellOut(`Found: ${check.found}\nExpected: ${check.expected}`)}
                >
                  {check.found === check.expected ? (
                    <>
                      as expected: <UntrustedText text={check.found} />
                    </>
                  ) : (
                    <>
                      found <UntrustedText text={check.found} />, expected{' '}
                      <UntrustedText text={check.expected} />
                    </>
                  )}
                </p>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
