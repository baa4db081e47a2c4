import type { SessionEdit } from '../../../../shared/contract/session-editing';

type Binding = NonNullable<Extract<SessionEdit, { kind: 'set-binding' }>['binding']>;

/** A binding as it is filled in; `thinking` is empty where it is left to the client. */
export interface BindingDraft {
  readonly clientKey: string;
  readonly workDir: string;
  readonly provider: string;
  readonly model: string;
  readonly baseUrl: string;
  readonly thinking: '' | 'on' | 'off';
}

export const NO_BINDING: BindingDraft = {
  clientKey: '',
  workDir: '',
  provider: '',
  model: '',
  baseUrl: '',
  thinking: '',
};

/** The stored row of `meta` as a draft; what is not there or of another type is left empty. */
export function draftOfRow(json: string | null): BindingDraft {
  const binding = recordOf(parse(json ?? 'null'));
  const runtime = recordOf(binding.runtime);
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  return {
    clientKey: text(binding.clientKey),
    workDir: text(runtime.workDir),
    provider: text(runtime.provider),
    model: text(runtime.model),
    baseUrl: text(runtime.baseUrl),
    thinking: runtime.thinking === true ? 'on' : runtime.thinking === false ? 'off' : '',
  };
}

/** What a draft is written as; null for no binding. Optional fields left empty are left out. */
export function bindingOf(draft: BindingDraft): Binding | null {
  if (Object.values(draft).every((value) => value === '')) return null;
  const { clientKey, workDir, provider, model, baseUrl, thinking } = draft;
  return {
    clientKey,
    runtime: {
      workDir,
      ...(provider === '' ? {} : { provider }),
      ...(model === '' ? {} : { model }),
      ...(baseUrl === '' ? {} : { baseUrl }),
      ...(thinking === '' ? {} : { thinking: thinking === 'on' }),
    },
  };
}

/** What a binding lacks, a sentence; null when it is complete, or when there is to be none. */
export function bindingGap(draft: BindingDraft): string | null {
  if (bindingOf(draft) === null) return null;
  if (draft.clientKey === '') return 'A binding names its client.';
  return draft.workDir === '' ? 'A binding names its work folder.' : null;
}

/** The field that a refusal is about: its sentence names it by its path, such as `binding.runtime.baseUrl`. */
export function fieldOfRefusal(message: string): keyof BindingDraft | null {
  const fields = ['clientKey', 'workDir', 'provider', 'model', 'baseUrl', 'thinking'] as const;
  return fields.find((field) => new RegExp(`\\bbinding\\.(runtime\\.)?${field}\\b`).test(message)) ?? null;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}
