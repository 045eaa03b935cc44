/** Under which domain AWS has the hosts of a region. */

/** The domains of AWS partitions with their own, as in @aws-sdk/client-sesv2 3.1176.0. */
const DOMAINS: readonly [region: RegExp, domain: string][] = [
  [/^cn-/, 'amazonaws.com.cn'],
  // The European sovereign cloud.
  [/^eusc-/, 'amazonaws.eu'],
];

/** Matches a region's name, and nothing that could lead to another host. */
export const AWS_REGION = /^(?:[a-z]{2}|eusc)(?:-[a-z]{2,12}){1,3}-\d{1,2}$/;

export const awsDomain = (region: string): string =>
  DOMAINS.find(([part]) => part.test(region))?.[1] ?? 'amazonaws.com';
