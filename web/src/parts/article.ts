/** The name of a side in the middle of a sentence: several have an article. */
export const inSentence = (title: string): string => title.replace(/^(?=\w+s$)/, "the ");
