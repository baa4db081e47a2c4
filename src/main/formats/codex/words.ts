/** How texts begin that Codex puts into the role of the user, in files that do not tell them from what people wrote. */
const INJECTED =
  /^\s*(?:<(?:environment_context|user_instructions|permissions instructions|turn_aborted|user_shell_command|subagent_notification|collaboration_mode|skill|skills_instructions|model_switch)[\s>]|# AGENTS\.md instructions|<INSTRUCTIONS>)/;

/** Whether a text in the role of the user looks like one that Codex wrote. */
export function looksInjected(text: string): boolean {
  return INJECTED.test(text);
}

/** What is compared of two texts to tell whether an event says what an item says. Both may be cut. */
export function saidKey(text: string): string {
  return text.slice(0, 200).trim().slice(0, 100);
}
