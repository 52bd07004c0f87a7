// The policies for second factors.

/** `off`: no user is asked. `offered`: users who have set up a second factor are asked. `required`: every user must set one up. */
export const secondFactorPolicies = ['off', 'offered', 'required'] as const;
export type SecondFactorPolicy = (typeof secondFactorPolicies)[number];
