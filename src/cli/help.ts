import { namesOf } from './csv/columns.js';
import { RULES_HELP } from './rules/help.js';

/** The help of every command: what it does, then each flag, then examples that work when pasted. */

const LINE = `  --route ROUTE           self_build_431nb (new build; "nb" will do) or self_build_431c (conversion; "c")
  --supply-type TYPE      labour, materials, supply_and_install, professional_services, plant_hire, other`;

const PROJECT = `  --tax-point DATE        date of supply, which decides the law (2024-03-31 or 31/03/2024); today when not given
  --completion-date DATE  when the building was complete
  --country COUNTRY       england, wales, scotland, northern_ireland
  --project-type TYPE     new_build, conversion, shell, extension, renovation, mixed
  --rules FOLDER          another folder of rules than the one that came with the program`;

/** `rules explain` is the same command. */
const EXPLAIN = `notice708 explain RULE-ID
notice708 explain "TEXT" --route R --supply-type T --net N --vat V [flags]

With the id of a rule: its title, dates, law with addresses, condition in words, outcome, explanation and examples;
what it is an exception to and what excepts it; and from its first example, what decides with one fact otherwise and why
no other rule decides it.
With the text of a line: the answer of "check", then every step: how the words were read, which facts were known or
presumed, which rule decided, and why each other rule did not.

${LINE}
  --net, --vat, --answer  as for "check"
${PROJECT}

Examples:
  notice708 explain 431nb.materials.building_materials
  notice708 explain "Washing machine trap 40mm" --route nb --supply-type materials --net 8.00 --vat 1.60

Exit codes: 0 explained, 2 wrong command line, 3 no such rule or the line cannot be read, 1 anything else failed.
`;

export const HELP: Readonly<Record<string, string>> = {
  '': `notice708: can the VAT on this invoice line of a UK self-build or conversion be reclaimed?

  notice708 check "TEXT" --route R --supply-type T --net N --vat V    decide one line
  notice708 check FILE.csv [--out FILE]                               decide every row of a spreadsheet
  notice708 read FILE [--route R]                                     lines of an invoice: PDF, scan, photo, e-invoice
  notice708 eligibility --fact NAME=VALUE ... | FILE.json             does the project qualify, and what to ask next
  notice708 explain RULE-ID                                           one rule in words
  notice708 explain "TEXT" --route R ...                              every step from the words to the answer
  notice708 rules COMMAND                                             for the people who write the rules
  notice708 serve                                                     MCP and REST server
  notice708 accounts list|show|plan|disable|enable [EMAIL] [PLAN]     who has an account, on which plan
  notice708 keys create|list|revoke EMAIL|KEY-ID                      keys without e-mail
  notice708 audit [EMAIL]                                             security events
  notice708 backup FOLDER | restore FOLDER                            the data folder, copied and verified

  notice708 COMMAND --help says more; notice708 --version says which.

Try:
  notice708 check "Facing bricks 65mm" --route nb --supply-type materials --net 1240.00 --vat 248.00

Exit codes:
  0  answered (a question back is an answer too: read the treatment)
  1  failed: the rulebook has errors or an example does not hold, or the server cannot start
  2  the command line is wrong
  3  the line, an amount or the file cannot be read, or some rows of the file could not

NO_COLOR=1 turns colour off.
`,
  check: `notice708 check "TEXT" --route R --supply-type T --net N --vat V [flags]
notice708 check FILE.csv [--route R] [--supply-type T] [--out FILE] [flags]
notice708 check - < FILE.csv

Decides one invoice line, or every row of a CSV file, under VAT Notice 708 and the DIY housebuilders scheme.
Nothing is stored and nothing leaves this machine.

One line:
${LINE}
  --net AMOUNT            before VAT, in pounds: 1240.00, £1,240.00; a credit is -62.00
  --vat AMOUNT            VAT as printed on the invoice
  --answer ID=ANSWER      answers a question asked before; may be given several times
${PROJECT}
  --json                  the answer of the tool check_line_item

A file:
  --route, --supply-type  for rows whose own column is empty or missing
  --out, -o FILE          writes every original column and the decision columns to FILE, and the summary to the screen;
                          without it the CSV goes to standard output and the summary to standard error
  --json                  the summary as JSON
  The flags from --tax-point on hold for every row without a value of its own.

  The header may name its columns as people do: ${namesOf('text')}; ${namesOf('net')}; ${namesOf('vat')};
  ${namesOf('supplyType')}; ${namesOf('route')}; ${namesOf('taxPoint')}; completion date; supplier;
  country; answer. A gross column stands in for a missing net one. The summary names the columns that were not used.
  Amounts may carry £, commas, brackets, a trailing minus or CR; dates are day first.
  Comma, semicolon, tab and bar are recognised, and so are UTF-8, UTF-16 and old Excel files.
  Added columns: treatment, vat_reclaimable, vat_to_recover, vat_once_corrected, rule_id, paragraph, explanation,
  action, question_id, question, question_answers, warnings, error. Rows that cannot be read are kept, with the reason
  in "error". To answer questions, fill the column "answer" of the output (question_id=answer) and check it again.

Examples:
  notice708 check "Supply & fit 6no uPVC windows" --route nb --supply-type supply_and_install --net 4200 --vat 840
  notice708 check invoices.csv --route nb --supply-type materials --out checked.csv
  notice708 check invoices.csv --route c --json | jq .vatReclaimable

Exit codes: 0 answered, 2 wrong command line, 3 the input or some rows cannot be read, 1 anything else failed.
`,
  read: `notice708 read FILE [--route R] [--json] [flags]
notice708 read - < FILE

Reads an invoice, receipt, credit note or quotation: who sent it, its lines, and whether its figures fit together to the
penny. With --route, each line is decided as "check" does. Nothing is stored and nothing leaves this machine.

Accepted, by content and not by name: PDF (text, scanned or both), JPEG, PNG, WebP, HEIC, TIFF, e-invoices (UBL, CII,
Factur-X and ZUGFeRD inside a PDF), CSV, XLSX, plain text, JSON with "lines".

  --route ROUTE           self_build_431nb (new build; "nb" will do) or self_build_431c (conversion; "c"); without it the
                          lines are read and not decided
  --json                  {documentType, supplier: {name, vatNumber}, invoiceNumber, invoiceDate, currency,
                          lines: [{description, quantity, unitPrice, net, vatRate, vat, gross, page, box}],
                          totals: {net, vat, gross}, reconciled, problems: [{code, message, found, expected}]} and more;
                          amounts are decimal strings, or null for what is not on the paper or not readable
  --supply-type TYPE      for every line, in place of what its words and the other lines say
${PROJECT}

documentType is invoice, simplified_receipt, credit_note, pro_forma, quotation, statement, order_confirmation, delivery_note
or unknown.
"reconciled" is true only when the lines, the VAT and the totals fit to the penny and were all read from the document;
otherwise "problems" says which figure does not fit, as found and as the others would make it. The amounts of a credit
note stand as printed; the decisions take them off. A quotation or pro forma can be decided before paying and is no
evidence for a claim.

Examples:
  notice708 read fixtures/invoices/samples/merchant.pdf --route nb
  notice708 read receipt.jpg --json | jq .totals

Exit codes: 0 read (also when it does not reconcile), 2 wrong command line, 3 the file cannot be read, 1 anything else.
`,
  eligibility: `notice708 eligibility --fact NAME=VALUE ... [--today DATE] [--json]
notice708 eligibility FILE.json [--fact NAME=VALUE ...] [flags]
notice708 eligibility - < FILE.json

Says whether a project is eligible under the DIY housebuilders scheme: every check with its rule and law, the questions
that can still change the outcome, warnings, last days, documents, and the VAT rates suppliers should charge.

  --fact, -f NAME=VALUE   what is known; may be given several times. The answer names the facts that are missing and
                          their values; rules/eligibility/facts.yaml lists them all
  --today DATE            the day completion and time limits are held against (2026-11-20); today when not given
  --json                  the answer of the tool assess_project_eligibility
  --rules FOLDER          another folder of rules than the one that came with the program

FILE.json holds what the tool takes: {"facts": {...}, "elements": [...]}. Elements are the parts of a site; the answer says
how they divide into projects, and which suppliers have to send separate invoices.

Examples:
  notice708 eligibility --fact country=england --fact siteBefore=building_kept
  notice708 eligibility project.json --json | jq .outcome

Exit codes: 0 answered (not eligible is an answer too), 2 wrong command line, 3 a fact or the file cannot be read,
1 anything else failed.
`,
  explain: EXPLAIN,
  'rules explain': EXPLAIN,
  ...RULES_HELP,
  accounts: `notice708 accounts list [--json] [--data-dir FOLDER]
notice708 accounts show EMAIL [--json]
notice708 accounts plan EMAIL free|self_build|full_monthly|full_annual|pro
notice708 accounts disable EMAIL
notice708 accounts enable EMAIL

Works on the data folder (--data-dir, DATA_DIR, or ./data) while the server runs. A disabled account's keys, access tokens
and sessions are refused from the next call on.

Exit codes: 0 done, 2 wrong command line, 3 no such account or plan, 1 anything else failed.
`,
  keys: `notice708 keys create EMAIL [--name NAME] [--scope SCOPE ...] [--json] [--data-dir FOLDER]
notice708 keys list EMAIL [--json]
notice708 keys revoke KEY-ID

"create" makes the account when there is none, so that a first key needs no mail server. The key stands alone on standard
output, once; it is kept as a keyed hash and cannot be shown again. "revoke" works at once.

  --scope SCOPE           projects:read, projects:write, line_items:write, jobs:read, invoices:write; all when not given
  --name NAME             what the list shows

Example:
  notice708 keys create sam@example.com --scope projects:read --name "Site tablet"

Exit codes: 0 done, 2 wrong command line, 3 no such account, key or scope, 1 anything else failed.
`,
  audit: `notice708 audit [EMAIL] [--most N] [--json] [--data-dir FOLDER]

Security events, the newest first: accounts made, access asked for, approved and denied, keys made and revoked, sign-ins.
Who, when, from where, what; never a secret.

Exit codes: 0 shown, 2 wrong command line, 3 no such account, 1 anything else failed.
`,
  decisions: `notice708 decisions replay [--project ID] [--json] [--data-dir FOLDER]

Makes every stored decision again, from the line recorded with it and under the rulebook it was made under (kept in the
database), and compares the two. For all projects, or one.

Exit codes: 0 all follow or their rulebook is not kept, 1 a decision does not follow, 2 wrong command line,
3 no such project.
`,
  backup: `notice708 backup FOLDER [--data-dir FOLDER]
notice708 backup FOLDER --verify

Copies the data folder into a new FOLDER while the server runs: the database as of one moment, the secret that keys its
hashes, and a manifest. The copy is checked before it counts; --verify checks an earlier one.

Exit codes: 0 made and verified, 2 wrong command line, 3 it cannot be made or does not verify, 1 anything else failed.
`,
  restore: `notice708 restore FOLDER [--data-dir FOLDER]

Verifies the backup and puts it in place of the data folder. Stop the server first. What was there is moved aside, not
deleted.

Exit codes: 0 restored, 2 wrong command line, 3 the backup does not verify or the folder is in use, 1 anything else failed.
`,
  serve: `notice708 serve [--host HOST] [--port PORT] [--data-dir FOLDER] [--base-url URL] [--rules FOLDER]

Serves MCP at POST /mcp and REST at POST /api/v1/check-line-item, and says at start how to call it. Every setting is an
environment variable (HOST, PORT, DATA_DIR, BASE_URL, LIMITS, LOG_LEVEL ...); a flag outranks its variable.

  --host HOST             address to listen on; 127.0.0.1 when not given
  --port PORT             port to listen on; 7080 when not given
  --data-dir FOLDER       where the database lies; ./data when not given
  --base-url URL          address clients use, when a proxy stands in front
  --rules FOLDER          another folder of rules than the one that came with the program

Stop it with Ctrl-C: calls under way are finished first.

Exit codes: 0 stopped when asked, 1 it could not start, 2 wrong command line.
`,
};
