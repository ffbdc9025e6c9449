const FOLDER = `  --rules FOLDER          another folder of rules than that of the program, and the fixtures beside it, if any`;

/** The help of \`notice708 rules\` and of each of its commands, by the words that call it. */
export const RULES_HELP: Readonly<Record<string, string>> = {
  rules: `notice708 rules COMMAND [flags]

For the people who write the rules under rules/ (docs/rules.md teaches them):

  rules check                                     prove the rulebook: names, examples, look-alikes, lints
  rules accuracy [FILE.csv ...]                   measure it on lines with known answers
  rules scenarios [FILE.yaml ...]                 measure eligibility on projects with known outcomes
  rules watch                                     check again whenever a file is saved
  rules diff REF                                  what is answered differently than at a git ref
  rules coverage                                  which rules the tests reach, which mistakes they would catch
  rules new rule|concept                          a skeleton where it belongs, from a few questions
  rules docs [--out FOLDER]                       write it as pages: A to Z of products, by supply, by paragraph
  rules explain RULE-ID | "TEXT" --route R ...    one rule in words, or every step of a line ("explain" for short)
  rules prepare                                   parse the rules once, so that the program starts sooner
  rules schemas                                   write the schemas that editors complete the files with

  notice708 rules COMMAND --help says more.

Exit codes: 0 it holds, 1 something does not, 2 wrong command line, 3 something given cannot be read.
`,
  'rules check': `notice708 rules check [--rules FOLDER] [--json]

Proves a rulebook and prints each finding on a line, errors before warnings:
  file:line:column [rule, concept or question] what is wrong (the lint that found it)

It reads every file and checks every name in it. Then it runs every example of every rule ("is: this", "not: this", or
the id of the rule that decides), every look-alike of every concept (what is named under "are" must be read as it, what
is under "areNot" must not) and the lines with known answers of fixtures/: the figures of worked examples must be
right, and no marked line may become a claim that its answer refuses. Last come the lints, which docs/lints.md
explains; findings that are right as they are stand in lint_exceptions.yaml with their reasons. Of every check of
eligibility it proves that for each combination of facts exactly one rule applies. For the rules that came with the
program it also proves that schemas/ is what "rules schemas" would write.

${FOLDER}
  --json                  everything found, for machines: {ok, edition, proved, problems}

Exit codes: 0 no error (there may be warnings), 1 an error, 2 wrong command line.
`,
  'rules accuracy': `notice708 rules accuracy [FILE.csv ...] [--wrong] [--rules FOLDER]

Decides the lines of marked sets (those of fixtures/lines when no file is named; columns id, route, supplyType,
lineText, net, vat, expected, taxPoint, country) and prints how many are right and what was said instead.

  --wrong                 lists every line that is not right, not only those wrongly called reclaimable
${FOLDER}

Exit codes: 0 no line is wrongly called reclaimable, 1 some line is, 2 wrong command line, 3 a set cannot be read.
`,
  'rules scenarios': `notice708 rules scenarios [FILE.yaml ...] [--wrong] [--rules FOLDER]

Assesses the projects of scenario files (those of fixtures/eligibility when no file is named; bases.yaml beside a file
holds what its scenarios vary) and prints how many come out right and what was said instead.

  --wrong                 lists every scenario that is not right, not only those wrongly called eligible
${FOLDER}

Exit codes: 0 no project is wrongly called eligible, 1 some project is, 2 wrong command line, 3 a file cannot be read.
`,
  'rules schemas': `notice708 rules schemas [--rules FOLDER] [--schemas FOLDER]

Writes schemas/*.schema.json, with which an editor checks, explains and completes the rule files: the facts and their
values come from facts.yaml, and the ids it offers (questions, definitions, statements, sources, energy-saving items)
from the files that define them. Likewise the input of the tool assess_project_eligibility, whose fields are the facts
of eligibility/facts.yaml. Run it after adding one of these. Only schemas that changed are written.

${FOLDER}
  --schemas FOLDER        where to write; schemas/ of the program when not given

Exit codes: 0 written, 2 wrong command line, 1 anything else failed.
`,
  'rules prepare': `notice708 rules prepare

Parses the rules that came with the program once, numbers the words of the catalogue, and keeps both beside its compiled
modules, so that it starts sooner. "npm ci" and "npm run build" do it. A rule file that is changed afterwards is parsed
when it is loaded, as before; without what is kept, or when it is damaged, every file is.

Exit codes: 0 written, 2 wrong command line, 1 it cannot be written.
`,
  'rules docs': `notice708 rules docs [--out FOLDER] [--date DATE] [--json] [--rules FOLDER]

Writes the rulebook as static pages: products and services from A to Z with the answer for each route and each way of
getting them, the rules by route and supply type, what rests on each paragraph of the law, and the questions. They need
no network, no server and no JavaScript; with JavaScript they can be searched.

  --out, -o FOLDER        where to write; rulebook-pages when not given. An earlier run's pages there are replaced
  --date DATE             date of supply the answers hold for (2026-11-20); today when not given
  --json                  what was written, as JSON
${FOLDER}

Exit codes: 0 written, 1 the rulebook has errors, 2 wrong command line, 3 the folder holds something else.
`,
  'rules new': `notice708 rules new rule [--route R] [--supply-type T] [--name N] [--title T] [--from DATE] [--citation C] [--treatment T]
notice708 rules new concept [--area A] [--name N] [--label L] [--class C] [--terms "A, B"] [--citation C]

Adds the skeleton of a rule or of a thing of the catalogue at the end of its file, with the line that gives an editor the
schema when the file is new, and lists what is still to be filled in. What no flag gives is asked on a terminal. The
rulebook does not load before everything that says FILL IN is filled in, and "rules check" names each place.

  --route, --supply-type  whose file a rule belongs to; its id begins so
  --name                  last part of the id, in small letters, digits and _
  --title                 title of the rule
  --from DATE             first day a rule holds for; today when not given
  --citation              where the law says so: source#paragraph, as n708#13.5
  --treatment             reclaimable, no_vat, supplier_correction, not_reclaimable or needs_answer
  --area                  file of catalogue/concepts/ a thing belongs to, as finishes
  --label                 how a sentence names the thing
  --class                 its class of facts.yaml; ask when not given
  --terms                 words that name it, with commas between
  --json                  id, file, line and what is to be filled in, as JSON
${FOLDER}

Exit codes: 0 written, 1 the rulebook has errors, 2 wrong command line, 3 an answer cannot be used.
`,
  'rules coverage': `notice708 rules coverage [--record] [--all] [--json] [--rules FOLDER]

Runs every example, worked example and marked line, and says which rules decide them. Then makes every small mistake in
the rules, one at a time (a condition dropped or turned round, "all" and "any" swapped, a value left out, a date a day
off, an override dropped, an outcome swapped), and looks whether a line or a recorded point notices. A mistake that
nothing notices is looked for in every combination of facts: either there is one that is answered differently, and it is
printed with a line, or the mistake changes nothing.

fixtures/points records what the rules say at points that no line reaches. It is a record and no law: after a change that
is meant, --record writes it anew, and the pull request shows what changed.

  --record                chooses the points anew and writes them with what the rules say today
  --all                   also lists the mistakes that change no answer
  --json                  everything, as JSON
${FOLDER}

Exit codes: 0 every mistake that changes an answer is caught, 1 some are not or a recorded point is decided otherwise,
2 wrong command line.
`,
  'rules diff': `notice708 rules diff REF [--project ID [--data-dir FOLDER]] [--markdown] [--json] [--rules FOLDER]

Compares the rules at a git ref with those of the working tree by what they answer: every example, every line of the
fixtures, every name of a thing that changed, and every combination of facts that the changed rules can meet. What
changes is put together by what it changes from and to, with the money on the claim.

It suggests how much of a change an edition is: patch when nothing is answered differently, minor when only what was an
open question is, major when something decided is decided otherwise or open again.

  --project ID            compares the lines of a stored project instead, with the answers of its owner
  --data-dir FOLDER       where it is stored; DATA_DIR or ./data when not given
  --markdown              as a comment for a pull request
  --json                  everything, as JSON
${FOLDER}

Exit codes: 0 compared, 1 the rulebook has errors, 2 wrong command line, 3 no such ref, project or its rules cannot be read.
`,
  'rules watch': `notice708 rules watch [--rules FOLDER]

Checks the rules as "rules check" does, and again whenever one of their files is saved; what is wrong in the files just
saved is told first. Ctrl-C ends it.

${FOLDER}

Exit codes: 0 ended when asked, 2 wrong command line.
`,
};
