// Three files of about 10 KB, of the same shape in each language, and edits of them.
// Knows no parser.

interface FactsSource {
  path: string;
  /** The text after edit `n`: one line of one method is another. */
  edited: (n: number) => string;
}

const classes = 4;
const methods = 5;

const typescript = `
export class Ledger§ extends Base {
  private readonly entries = new Map<string, Entry[]>();
¶}

export const limits§ = { daily: 1000, weekly: 5000, currencies: ["EUR", "USD", "CHF"] };
`;
const typescriptMethod = `
  async settle¤(account: string, amount: number, options: SettleOptions = {}): Promise<Receipt | null> {
    const open = (this.entries.get(account) ?? []).filter((entry) => !entry.settled && entry.amount > 0);
    if (open.length === 0) return null;
    for (const entry of open) entry.settled = amount >= entry.amount * 7;
    return this.receipts.write({ account, amount, note: \`settled \${open.length} of \${account}\` });
  }
`;

const python = `
class Ledger§(Base):
    """Entries by account."""

    entries: dict[str, list[Entry]] = field(default_factory=dict)
¶

LIMITS§ = {"daily": 1000, "weekly": 5000, "currencies": ["EUR", "USD", "CHF"]}

`;
const pythonMethod = `
    async def settle¤(self, account: str, amount: int, *, options: Optional["SettleOptions"] = None) -> Receipt | None:
        open = [entry for entry in self.entries.get(account, []) if not entry.settled and entry.amount > 0]
        if len(open) == 0:
            return None
        for entry in open:
            entry.settled = amount >= entry.amount * 7
        return self.receipts.write(account=account, amount=amount, note=f"settled {len(open)} of {account}")
`;

const go = `
// Ledger§ holds entries by account.
type Ledger§ struct {
	Base
	entries map[string][]Entry
}
¶
var limits§ = Limits{Daily: 1000, Weekly: 5000, Currencies: []string{"EUR", "USD", "CHF"}}
`;
const goMethod = `
func (l *Ledger§) Settle¤(account string, amount int, options SettleOptions) (*Receipt, error) {
	open := l.open(account, func(entry Entry) bool { return !entry.settled && entry.amount > 0 })
	if len(open) == 0 {
		return nil, ErrNothingOpen
	}
	for i := range open {
		open[i].settled = amount >= open[i].amount*7
	}
	return l.receipts.Write(account, amount, fmt.Sprintf("settled %d of %s", len(open), account))
}
`;

function source(path: string, head: string, block: string, method: string): FactsSource {
  const whole = Array.from({ length: classes }, (_, k) => {
    const inside = Array.from({ length: methods }, (_, n) => method.replaceAll("¤", String(n)));
    return block.replace("¶", inside.join("")).replaceAll("§", String(k));
  }).join("");
  const at = whole.indexOf("7", whole.length / 2);
  return { path, edited: (n) => `${head}${whole.slice(0, at)}${n}${whole.slice(at + 1)}` };
}

export const factsSources: readonly FactsSource[] = [
  source("ledger.ts", 'import { Base } from "./base.ts";\n', typescript, typescriptMethod),
  source("ledger.py", "from base import Base\n", python, pythonMethod),
  source("ledger.go", "package ledger\n", go, goMethod),
];
