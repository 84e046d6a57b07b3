import type { SolverOptions } from "./pubgrub.ts";

export type Situation = {
  readonly title: string;
  /** `name range, name range` */
  readonly wants: string;
  /** `name version version -> name range, name range` */
  readonly packages: readonly string[];
  /** Versions in use now: `name version, name version` */
  readonly locked?: string;
  readonly prefer?: SolverOptions["prefer"];
  /** The same range means more versions in Dart than in npm, whose rules are ours: pre-releases. */
  readonly prereleases?: true;
  /** The attempts that are enough; 1 if absent. */
  readonly tries?: number;
} & (
  | { readonly solution: string }
  /** What the explanation must name, if there is no solution. */
  | { readonly conflict: string }
);

/**
 * The graphs and the results of https://github.com/dart-lang/pub/blob/master/test/version_solver_test.dart, in our form. Left out is what is not
 * about versions: SDKs, overrides, a package's own development dependencies, the root as a dependency (wants are not a package here), and one
 * name from two sources (an error before versions are chosen). What the root wants twice is an included set of wants here, and a
 * source that does not exist is a package that does not exist.
 */
export const published: readonly Situation[] = [
  { title: "no dependencies", wants: "", packages: [], solution: "" },
  {
    title: "a tree",
    wants: "a 1.0.0, b 1.0.0",
    packages: [
      "a 1.0.0 -> aa 1.0.0, ab 1.0.0",
      "b 1.0.0 -> ba 1.0.0, bb 1.0.0",
      ...["aa 1.0.0", "ab 1.0.0", "ba 1.0.0", "bb 1.0.0"],
    ],
    solution: "a 1.0.0, aa 1.0.0, ab 1.0.0, b 1.0.0, ba 1.0.0, bb 1.0.0",
  },
  {
    title: "a shared dependency whose ranges overlap",
    wants: "a 1.0.0, b 1.0.0",
    packages: [
      "a 1.0.0 -> shared >=2.0.0 <4.0.0",
      "b 1.0.0 -> shared >=3.0.0 <5.0.0",
      "shared 2.0.0 3.0.0 3.6.9 4.0.0 5.0.0",
    ],
    solution: "a 1.0.0, b 1.0.0, shared 3.6.9",
  },
  {
    title: "the version of a shared dependency decides what else is needed",
    wants: "foo <=1.0.2, bar 1.0.0",
    packages: [
      ...["foo 1.0.0", "foo 1.0.1 -> bang 1.0.0", "foo 1.0.2 -> whoop 1.0.0", "foo 1.0.3 -> zoop 1.0.0"],
      ...["bar 1.0.0 -> foo <=1.0.1", "bang 1.0.0", "whoop 1.0.0", "zoop 1.0.0"],
    ],
    solution: "foo 1.0.1, bar 1.0.0, bang 1.0.0",
  },
  {
    title: "a circle",
    wants: "foo 1.0.0",
    packages: ["foo 1.0.0 -> bar 1.0.0", "bar 1.0.0 -> foo 1.0.0"],
    solution: "foo 1.0.0, bar 1.0.0",
  },
  {
    title: "what only a rejected version needs is left out",
    wants: "foo 1.0.0, bar *",
    packages: ["foo 1.0.0 2.0.0", "bar 1.0.0", "bar 2.0.0 -> baz 1.0.0", "baz 1.0.0 -> foo 2.0.0"],
    ...{ solution: "foo 1.0.0, bar 1.0.0", tries: 2 },
  },

  ...[
    { title: "locked versions that fit stay", wants: "foo *", solution: "foo 1.0.1, bar 1.0.1" },
    {
      title: "locked versions that do not fit change",
      wants: "foo >1.0.1",
      solution: "foo 1.0.2, bar 1.0.2",
    },
  ].map((one) => ({
    ...one,
    locked: "foo 1.0.1, bar 1.0.1",
    packages: [
      ...["foo 1.0.0 -> bar 1.0.0", "foo 1.0.1 -> bar 1.0.1", "foo 1.0.2 -> bar 1.0.2"],
      "bar 1.0.0 1.0.1 1.0.2",
    ],
  })),
  {
    title: "a locked version of what is no longer needed changes nothing",
    wants: "foo *",
    locked: "baz 1.0.0",
    packages: ["foo 1.0.1 -> bar 1.0.1", "foo 1.0.2 -> bar 1.0.2", "bar 1.0.1 1.0.2", "baz 1.0.0"],
    solution: "foo 1.0.2, bar 1.0.2",
  },
  {
    title: "only as much of the lock changes as a new dependency needs",
    wants: "foo *, newdep 2.0.0",
    locked: "foo 1.0.0, bar 1.0.0, baz 1.0.0, qux 1.0.0",
    packages: [
      ...["foo 1.0.0 -> bar <2.0.0", "bar 1.0.0 -> baz <2.0.0", "baz 1.0.0 -> qux <2.0.0"],
      ...["foo 2.0.0 -> bar <3.0.0", "bar 2.0.0 -> baz <3.0.0", "baz 2.0.0 -> qux <3.0.0"],
      ...["qux 1.0.0 2.0.0", "newdep 2.0.0 -> baz >=1.5.0"],
    ],
    ...{ solution: "foo 2.0.0, bar 2.0.0, baz 2.0.0, qux 1.0.0, newdep 2.0.0", tries: 2 },
  },
  {
    title: "a locked version does not hide why there is no solution",
    wants: "foo *, bar <2.0.0",
    locked: "foo 1.0.0, bar 2.0.0",
    packages: ["foo 1.0.0 -> bar >=2.0.0", "bar 1.0.0 2.0.0"],
    conflict: "foo bar",
  },

  {
    title: "wanted twice: both ranges hold",
    wants: "foo >=1.0.0 <3.0.0, foo >=2.0.0 <4.0.0",
    ...{ packages: ["foo 1.0.0 2.0.0 3.0.0"], solution: "foo 2.0.0" },
  },
  ...["3.0.0", "1.0.0"].map((version) => ({
    title: `wanted twice: ${version} is in one of the ranges`,
    wants: "foo >=1.0.0 <3.0.0, foo >=2.0.0 <4.0.0",
    ...{ packages: [`foo ${version}`], conflict: "foo" },
  })),
  {
    title: "wanted twice: the ranges exclude each other",
    wants: "foo >=1.0.0 <2.0.0, foo >=2.0.0 <3.0.0",
    ...{ packages: ["foo 1.0.0"], conflict: "foo" },
  },

  {
    title: "no version in the range",
    wants: "foo >=1.0.0 <2.0.0",
    ...{ packages: ["foo 2.0.0 2.1.3"], conflict: "foo" },
  },
  {
    title: "no version where two ranges overlap",
    wants: "foo 1.0.0, bar 1.0.0",
    packages: [
      ...["foo 1.0.0 -> shared >=2.0.0 <3.0.0", "bar 1.0.0 -> shared >=2.9.0 <4.0.0"],
      "shared 2.5.0 3.5.0",
    ],
    conflict: "foo bar shared",
  },
  {
    title: "ranges that exclude each other",
    wants: "foo 1.0.0, bar 1.0.0",
    packages: ["foo 1.0.0 -> shared <=2.0.0", "bar 1.0.0 -> shared >3.0.0", "shared 2.0.0 4.0.0"],
    conflict: "foo bar shared",
  },
  {
    title: "versions that force each other out",
    wants: "a *, b *",
    packages: ["a 1.0.0 -> b 1.0.0", "a 2.0.0 -> b 2.0.0", "b 1.0.0 -> a 2.0.0", "b 2.0.0 -> a 1.0.0"],
    ...{ conflict: "a b", tries: 2 },
  },
  {
    title: "no version in the range of the second of two",
    wants: "a *, b >1.0.0",
    ...{ packages: ["a 1.0.0", "b 1.0.0"], conflict: "b" },
  },
  {
    title: "several versions that all need what cannot be had",
    wants: "angular *, collection *",
    packages: [
      "angular 0.10.0 0.9.11 0.9.10 -> di >=0.0.32 <0.1.0, collection >=0.9.1 <1.0.0",
      ...["collection 0.9.0 0.9.1", "di 0.0.37 0.0.36 -> analyzer >=0.13.0 <0.14.0", "analyzer 0.12.2"],
    ],
    conflict: "angular di analyzer",
  },

  {
    title: "every version needs something that does not exist",
    wants: "foo *",
    packages: ["foo 1.0.0 -> bar *", "foo 1.0.1 -> baz *", "foo 1.0.2 -> bang *"],
    ...{ conflict: "foo bar baz bang", tries: 3 },
  },
  {
    title: "versions that need something that does not exist are passed over",
    wants: "foo *",
    packages: ["foo 1.0.0 -> bar *", "foo 1.0.1 1.0.2 -> missing *", "bar 1.0.0"],
    ...{ solution: "foo 1.0.0, bar 1.0.0", tries: 2 },
  },

  {
    title: "a dependency that needs an older version of what needs it",
    wants: "a >=1.0.0",
    packages: ["a 1.0.0", "a 2.0.0 -> b 1.0.0", "b 1.0.0 -> a 1.0.0"],
    ...{ solution: "a 1.0.0", tries: 2 },
  },
  {
    title: "a diamond",
    wants: "a *, b *",
    packages: [
      ...["a 2.0.0 -> c ^1.0.0", "a 1.0.0", "b 2.0.0 -> c ^3.0.0", "b 1.0.0 -> c ^2.0.0"],
      "c 3.0.0 2.0.0 1.0.0",
    ],
    // Dart needs one try, because of two packages with two versions it decides the other one first.
    ...{ solution: "a 1.0.0, b 2.0.0, c 3.0.0", tries: 2 },
  },
  {
    title: "a conflict of which two packages caused one half each",
    wants: "c *, y ^2.0.0",
    packages: [
      ...["a 1.0.0 -> x >=1.0.0", "b 1.0.0 -> x <2.0.0", "c 1.0.0", "c 2.0.0 -> a *, b *"],
      ...["x 0.0.0", "x 1.0.0 -> y 1.0.0", "x 2.0.0", "y 1.0.0 2.0.0"],
    ],
    ...{ solution: "c 1.0.0, y 2.0.0", tries: 2 },
  },
  {
    title: "a different reason against each version",
    wants: "foo ^1.0.0",
    packages: [
      ...["foo 1.0.0 -> a ^1.0.0, b ^1.0.0", "foo 1.1.0 -> x ^1.0.0, y ^1.0.0"],
      ...["a 1.0.0 -> b ^2.0.0", "b 1.0.0 2.0.0", "x 1.0.0 -> y ^2.0.0", "y 1.0.0 2.0.0"],
    ],
    ...{ conflict: "foo a b x y", tries: 2 },
  },
  {
    title: "leaves go back first",
    wants: "a *",
    packages: [
      "a 1.0.0 -> b *",
      "a 2.0.0 -> b *, c 2.0.0",
      ...["b 1.0.0", "b 2.0.0 -> c 1.0.0", "c 1.0.0 2.0.0"],
    ],
    solution: "a 2.0.0, b 1.0.0, c 2.0.0",
  },
  {
    title: "back to the only version at the end of a chain",
    wants: "foo *",
    packages: [
      ...["foo 1.0.0 -> bar 1.0.0", "foo 2.0.0 -> bar 2.0.0", "foo 3.0.0 -> bar 3.0.0"],
      ...["bar 1.0.0 -> baz *", "bar 2.0.0 -> baz 2.0.0", "bar 3.0.0 -> baz 3.0.0", "baz 1.0.0"],
    ],
    ...{ solution: "foo 1.0.0, bar 1.0.0, baz 1.0.0", tries: 3 },
  },
  {
    title: "back to the cause, not to what was decided last",
    wants: "a *, b *",
    packages: ["a 1.0.0 -> c 1.0.0", "a 2.0.0 -> c 2.0.0-none", "b 1.0.0 2.0.0 3.0.0", "c 1.0.0"],
    ...{ solution: "a 1.0.0, b 3.0.0, c 1.0.0", tries: 2 },
  },
  {
    title: "back over what has nothing to do with the conflict",
    wants: "a 1.0.0, b *, c *",
    packages: [
      ...["a 1.0.0 2.0.0", "b 1.0.0 -> a *", "b 2.0.0 -> a ^2.0.0"],
      "c 1.0.0 2.0.0 3.0.0 4.0.0 5.0.0",
    ],
    solution: "a 1.0.0, b 1.0.0, c 5.0.0",
  },
  {
    title: "the package with fewer versions is decided first",
    wants: "a *, b *",
    packages: [
      ...["a 1.0.0 2.0.0 3.0.0 4.0.0 -> c *", "a 5.0.0 -> c 1.0.0"],
      ...["b 1.0.0 2.0.0 3.0.0 -> c *", "b 4.0.0 -> c 2.0.0", "c 1.0.0 2.0.0"],
    ],
    solution: "a 4.0.0, b 4.0.0, c 2.0.0",
  },
  {
    title: "two packages of a hundred versions, of which few fit",
    wants: "foo *, bar *",
    packages: [
      "baz 0.0.0",
      ...Array.from({ length: 100 }, (_, index) => {
        const [major, minor] = [Math.floor(index / 10), index % 10];
        const version = `${major}.${minor}.0`;
        return [`foo ${version} -> baz ${major}.0.0`, `bar ${version} -> baz 0.${minor}.0`];
      }).flat(),
    ],
    ...{ solution: "foo 0.9.0, bar 9.0.0, baz 0.0.0", tries: 10 },
  },
  {
    title: "a range that no version can fit is not tried version by version",
    wants: "a *, foo >2.0.0",
    packages: ["a 1.0.0 -> foo *", "a 2.0.0 -> foo <1.0.0", "foo 2.0.0 2.0.1 2.0.2 2.0.3 2.0.4"],
    solution: "a 1.0.0, foo 2.0.4",
  },
  {
    title: "a package that failed once is tried in other versions",
    wants: "a *, c *, d *",
    packages: ["a 2.0.0 1.0.0", "b 1.0.0 -> a 1.0.0", "c 1.0.0 -> b *", "d 2.0.0 1.0.0"],
    solution: "a 1.0.0, b 1.0.0, c 1.0.0, d 2.0.0",
  },

  {
    title: "a release rather than a newer pre-release",
    wants: "a *",
    ...{ packages: ["a 1.0.0 1.1.0-dev 2.0.0-dev 3.0.0-dev"], prereleases: true, solution: "a 1.0.0" },
  },
  {
    title: "the newest pre-release if no release fits",
    wants: "a <2.0.0",
    ...{ packages: ["a 1.0.0-dev 1.1.0-dev 1.9.0-dev 3.0.0"], prereleases: true, solution: "a 1.9.0-dev" },
  },
  ...["<2.0.0", "<=2.0.0-dev"].map((range) => ({
    title: `an earlier release for ${range}`,
    wants: `a ${range}`,
    ...{ packages: ["a 1.0.0 1.1.0 2.0.0-dev 2.0.0"], solution: "a 1.1.0" },
  })),
  {
    title: "a pre-release that the range names",
    wants: "a ^1.1.0-dev",
    ...{ packages: ["a 1.0.0 1.1.0-dev"], solution: "a 1.1.0-dev" },
  },
  {
    title: "the release after the pre-release that the range names",
    wants: "a ^1.1.0-dev",
    ...{ packages: ["a 1.0.0 1.1.0-dev 1.1.0"], solution: "a 1.1.0" },
  },
  ...[
    { title: "a pre-release that a release needs", wants: "a ^1.0.0", solution: "a 1.1.0, b 1.1.0-dev" },
    {
      title: "no pre-release where the user wants a release",
      ...{ wants: "a ^1.0.0, b ^1.0.0", solution: "a 1.0.0, b 1.0.0" },
    },
    {
      title: "a pre-release although another package needs a release, if pre-releases may be used",
      ...{ wants: "a ^1.0.0, c ^1.0.0", prereleases: true as const },
      solution: "a 1.1.0, b 1.1.0-dev, c 1.0.0",
    },
  ].map((one) => ({
    ...one,
    packages: [
      ...["a 1.0.0 -> b ^1.0.0", "a 1.1.0 -> b ^1.1.0-dev", "b 1.0.0 1.1.0-dev"],
      "c 1.0.0 -> b ^1.0.0",
    ],
  })),
  {
    title: "a pre-release among versions that all fail",
    wants: "a 0.12.0, b *",
    packages: [
      ...["a 0.12.0", "b 0.1.0 -> c 2.0.0", "b 0.9.0-1 -> c ^1.6.0", "b 0.10.0 0.17.0 -> a 1.0.0", "c 2.0.1"],
    ],
    ...{ prereleases: true, conflict: "a b", tries: 2 },
  },
  {
    title: "a pre-release where the release cannot be used",
    wants: "a ^1.0.0",
    packages: [
      ...["a 1.1.0 -> b ^1.0.0", "a 1.0.0 -> b ^1.1.0-alpha"],
      ...["b 1.0.0 -> c ^1.0.0", "b 1.1.0-alpha", "c 0.9.0"],
    ],
    ...{ prereleases: true, solution: "a 1.1.0, b 1.1.0-alpha", tries: 2 },
  },

  {
    title: "the lowest version that fits, whatever is locked",
    wants: "foo >=2.0.0 <3.0.0",
    ...{ packages: ["foo 1.0.0 2.0.0-dev 2.0.0 2.1.0"], locked: "foo 2.1.0", prefer: "minimal" },
    solution: "foo 2.0.0",
  },
  {
    title: "the lowest pre-release if no release fits",
    wants: "a >=2.0.0-dev.1 <3.0.0",
    ...{ packages: ["a 1.0.0 2.0.0-dev.1 2.0.0-dev.2 2.0.0-dev.3"], prefer: "minimal" },
    solution: "a 2.0.0-dev.1",
  },
  {
    title: "a version with build metadata",
    wants: "integration_test ^1.0.2",
    packages: [
      "integration_test 1.0.1 -> vm_service >= 4.2.0 <6.0.0",
      "integration_test 1.0.2+2 -> vm_service >= 4.2.0 <7.0.0",
      "vm_service 7.3.0",
    ],
    conflict: "integration_test vm_service",
  },
];
