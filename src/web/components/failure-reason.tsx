/** Why a receipt was not verified, in the reader's language; links to the page of the failure. */
import { type FailureName, failureKinds } from '../../engine/index.js';
import type { Visitor } from '../types.js';

const failures = Object.keys(failureKinds) as FailureName[];

/** @param name `error.reason` or `error.code` of its answer: reasons come first, since a verification has one */
export function FailureReason({ context, name }: { context: Visitor; name: string }) {
  const failure =
    failures.find((failure) => failureKinds[failure].reason === name) ??
    failures.find((failure) => failure === name);
  const { kinds } = context.words.problems;
  return <a href={`/docs/errors/${name}`}>{failure === undefined ? name : kinds[failure].means}</a>;
}
