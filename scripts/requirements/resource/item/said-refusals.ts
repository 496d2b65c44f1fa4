// "Answers 409", "is refused", "fails with a 409".
const answers = '(?:answers|returns|gets|gives|yields|responds with|results in|fails with)';
const status = '(?:an? )?(?:http )?(?:status )?(?:code )?(?:409|422|423)(?: conflict)?';
const refused = `(?:${answers} ${status}|is (?:refused|rejected)(?: with ${status})?)`;

/**
 * What an operation says of the state of an item in which it is refused: "is closed" of "An account that is closed
 * already answers 409", of "A closed account is refused" and of "Returns 409 if the account is closed". `state`: a
 * pattern of the names of states.
 */
export function saidCondition(sentence: string, noun: string, state: string): string | undefined {
  const thing = `(?:an? |any |the )?${noun}`;
  // What is refused in another case as well, is so in this one.
  const orElse = '(?:,? or (?:that |which )?(?:is|was|has|have) [^,]+)?,?';
  const forms = [
    `^${thing} (?:that|which) (?<condition>(?:is|was|has been) [a-z _-]+?)${orElse} ${refused}$`,
    `^(?:an? |any )?(?<state>${state}) ${noun} ${refused}$`,
    `^(?:it |this )?${refused},? (?:if|when|while|where|once) (?<condition>(?:it|the ${noun}) [a-z _-]+)$`,
    `^(?:if|when|while|where|once) (?<condition>(?:it|the ${noun}) [a-z _-]+?),? (?:it |the request )?${refused}$`,
  ];
  for (const form of forms) {
    const { condition, state: own } = new RegExp(form, 'i').exec(sentence.trim())?.groups ?? {};
    if (condition !== undefined || own !== undefined) return condition ?? `is ${own}`;
  }
  return undefined;
}
