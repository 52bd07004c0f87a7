// Methods of the library's adapter interface that a model does not use.

const doNothing = async () => undefined;

export const unusedMethods = {
  findByUid: doNothing,
  findByUserCode: doNothing,
  consume: doNothing,
  revokeByGrantId: doNothing,
  upsert: doNothing,
  destroy: doNothing,
};
