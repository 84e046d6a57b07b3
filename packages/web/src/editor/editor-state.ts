/** What the address says about the editor, beside the skill. */
export const editorState = { mode: "form", tab: "findings", profile: "standard" };
