// What server and page say to each other. Written by tools/message_types.py from docs/openapi.json; do not edit.

export interface ErrorAnswer {
  error: Problem;
}

/** What went wrong: a code for programs, a text in the reader's language, and the cells it concerns. Of a refused move `rule` is the rule that forbids it. */
export interface Problem {
  code: string;
  text: string;
  cells?: string[];
  rule?: RuleView | null;
}

/** A clause of the law, the page of the rulebook that explains it best in the game, and “rule 2.11” in words. */
export interface RuleView {
  clause: string;
  page: string;
  label: string;
}

export interface GameList {
  games: GameView[];
}

export interface GameView {
  id: string;
  name: string;
  names: string[];
  section: string;
  section_text: string;
  board: string;
  board_text: string;
  players: number[];
  parts: string[];
  formats: FormatView[];
  alone: boolean;
  dice: boolean;
  options: OptionView[];
  editions: ValueLabel[];
  picture: string;
  summary: string;
  age: number;
  minutes: [number, number];
  luck: "hardly-any" | "much" | "none" | "some";
  facts: string;
}

export interface FormatView {
  players: number;
  pieces: number;
  teams: boolean;
  homes: number;
  editions: string[];
  size: string;
  label: string;
}

export interface OptionView {
  name: string;
  label: string;
  help: string;
  kind: "choice" | "flag" | "number";
  values: ValueLabel[];
  default: string | number | boolean;
  open?: boolean;
  players?: number[];
  least?: number | null;
  most?: number | null;
  defaults?: Record<string, (string | number | boolean | null)[]>;
}

export interface ValueLabel {
  value: string | number | boolean;
  label: string;
  formats?: number[];
}

/** The empty board, and where everything lies on it: see halma.draw.BoardTemplate. */
export interface BoardTemplateView {
  svg: string;
  prefix: string;
  size: number;
  spacing: number;
  cells: Record<string, [number, number]>;
  beyond: Record<string, [number, number]>;
}

export interface Rules {
  chapters: Chapter[];
}

export interface Chapter {
  title: string;
  pages: RulesPage[];
}

export interface RulesPage {
  id: string;
  title: string;
  kind: string;
  language: string;
}

/** A page of the rulebook as an HTML fragment, and its diagrams as data. */
export interface RulesText {
  id: string;
  title: string;
  language: string;
  html: string;
  examples: string[];
}

/** How it looks then; where the move is refused, as before. */
export interface Tried {
  legal: boolean;
  refusal: Explained | null;
  game: string;
  options: Record<string, string | number | boolean>;
  position: string;
  pieces: Record<string, string>;
  to_act: string | null;
  letter: string;
  moves: MoveView[];
  entries: EntryView[];
  duty: Explained | null;
  outcome: OutcomeView | null;
  svg: string;
}

/** Why a move is refused, or what has to be done first; `rule` is the rule it follows from. */
export interface Explained {
  reason: string;
  text: string;
  cells?: string[];
  rule?: RuleView | null;
}

/** A legal move; `path` is the whole chain. */
export interface MoveView {
  text: string;
  origin: string | null;
  target: string | null;
  path: string[];
  captured: string[];
  kind: string;
}

/** A move that was made. `roll` is the roll it used; rolls before it that lapsed are in `lapsed`. */
export interface EntryView {
  ply: number;
  seat: string;
  turn: number;
  text: string;
  kind: string;
  path: string[];
  roll: number[];
  captured: string[];
  seconds: number;
  changes: Record<string, string | null>;
  lapsed?: RollView[];
}

export interface RollView {
  seat: string;
  values: number[];
}

export interface OutcomeView {
  termination: string;
  text: string;
  places: Record<string, number>;
  drawn: boolean;
  moves: number;
  steps: number;
}

/** A move to be tried in an example of the rulebook, or in any position; nothing is kept. */
export interface TryMove {
  move?: string | null;
  page?: string | null;
  example?: string | null;
  game?: string | null;
  options?: Record<string, string | number | boolean>;
  position?: string | null;
  lang?: string;
}

/** A link as a QR code: a picture, without a link to anything. */
export interface LinkCode {
  svg: string;
}

/** A link that is to be scanned from a screen. */
export interface LinkAddress {
  address: string;
}

export interface WordsView {
  language: string;
  languages: Record<string, string>;
  words: Record<string, string | string[]>;
}

export interface NewTableAnswer {
  table: string;
  token: string;
  links: SeatLink[];
}

/** The secret of a seat; the address opens it in a browser. */
export interface SeatLink {
  seat: string;
  token: string;
  url: string;
}

/** A table to be set up. Without seats everybody is here. */
export interface NewTable {
  game: string;
  options?: Record<string, string | number | boolean>;
  seats?: SeatWish[];
  public?: boolean;
  chat?: boolean;
  hints?: boolean | null;
  clock?: ClockSetting | null;
  fate?: "computer" | "forfeit" | "skip";
  position?: string | null;
  record?: string | null;
  puzzle?: string | null;
}

/** Who is to sit on a seat. Empty seats are left out, so that the rest must be a number of players of the game. */
export interface SeatWish {
  kind: "computer" | "empty" | "here" | "link";
  level?: number | null;
  name?: string;
}

/** A clock: seconds per move or per turn of correspondence, or a stock of seconds with an increment per turn. */
export interface ClockSetting {
  kind: "correspondence" | "fischer" | "move";
  seconds: number;
  increment?: number;
}

export interface TableList {
  tables: Summary[];
}

/** A table in a list. */
export interface Summary {
  table: string;
  game: string;
  name: string;
  choice_text: string;
  seats: SeatView[];
  ply: number;
  turn: number;
  to_act: string | null;
  over: boolean;
  outcome: string | null;
  public: boolean;
  puzzle: string | null;
  created: number;
  updated: number;
}

export interface SeatView {
  seat: string;
  kind: "computer" | "here" | "link";
  level: number | null;
  name: string;
  letter: string;
  mark: string;
  colour: string;
  yours: boolean;
  joined: boolean;
  invited: boolean;
  connected: boolean;
  gone: "left" | "resigned" | "time" | null;
  stand_in: number | null;
  out: boolean;
  place: number | null;
  home: number;
  advance: number;
  score: number | null;
  clock_left: number | null;
  clock_runs: boolean;
  part?: string;
  aim?: number;
}

export interface Tokens {
  tokens: string[];
}

/** A table as one viewer sees it. */
export interface TableView {
  table: string;
  version: number;
  game: string;
  name: string;
  board: string;
  options: Record<string, string | number | boolean>;
  choice_text: string;
  seats: SeatView[];
  teams: number[];
  ply: number;
  turn: number;
  to_act: string | null;
  phase: string;
  roll: number[];
  roll_left: RollLeftView[];
  lapsed: RollView[];
  dice: number;
  pieces: Record<string, string>;
  hands: Record<string, number>;
  captured: Record<string, number>;
  moves: MoveView[] | null;
  origins: string[];
  redo: number;
  open_turn: boolean;
  duty: Explained | null;
  outcome: OutcomeView | null;
  offer: OfferView | null;
  declined: DeclinedView[];
  clock: ClockSetting | null;
  fate: "computer" | "forfeit" | "skip";
  public: boolean;
  chat_on: boolean;
  hints: boolean;
  owner: boolean;
  can_undo: boolean;
  can_redo: boolean;
  can_take_back: boolean;
  can_draw: boolean;
  can_come_back: boolean;
  thinking: boolean;
  waiting: boolean;
  spectators: number;
  seed: string | null;
  puzzle: PuzzleView | null;
  hinted: boolean;
  rematch: string | null;
  position: string;
  now: number;
  history: EntryView[];
  start: Record<string, string>;
  chat: ChatLine[];
  goal?: string;
}

/** What is left of a roll of steps and hops under one way to divide it. */
export interface RollLeftView {
  steps: number;
  hops: number;
}

export interface OfferView {
  what: "draw" | "takeback";
  seat: string;
  agreed: string[];
}

/** An offer of a seat that somebody turned down since the last move; by the same seat, it was taken back. */
export interface DeclinedView {
  what: "draw" | "takeback";
  seat: string;
  by: string;
}

export interface PuzzleView {
  id: string;
  par: number | null;
  at_least: number | null;
  task: string;
}

export interface ChatLine {
  number: number;
  seat: string | null;
  name: string;
  text: string;
  at: number;
}

export interface JoinAnswer {
  table: string;
  seat: string;
  token: string;
}

/** A free seat of a public table, or the seat of the link whose token is sent along, which is replaced. */
export interface Join {
  seat?: string | null;
  name?: string;
  claim?: string | null;
}

/** A seat that is to have a new link. */
export interface Invite {
  seat: string;
}

export interface Done {
  done?: boolean;
}

/** A move: how many moves had been made when it was chosen, and the move as it is written. */
export interface MoveRequest {
  ply: number;
  text: string;
}

export interface HintAnswer {
  ply: number;
  hint: HintView;
}

/** A move to make, with the reason for it in words. */
export interface HintView {
  move: MoveView;
  text: string;
}

/** What is known about a finished game by now, and after which plies those moves came that lost most. */
export interface AnalysisView {
  state: "ready" | "working";
  done: number;
  total: number;
  values: PlyValue[];
  lost_most: number[];
}

/** The position after so many moves: what it was worth to each seat in hundredths of a turn ahead, their chances to win, the turns they still needed at about, and the best line; all are empty where nobody could choose anything. Where the game is over the chances are its result. Of the move that led here: how much of its chance to win the mover lost by it, and a better line. */
export interface PlyValue {
  ply: number;
  scores: number[];
  chances: number[];
  remaining: (number | null)[];
  line: string[];
  loss: number | null;
  better: string[];
}

export interface Puzzles {
  puzzles: PuzzleListed[];
  streak: number;
}

export interface PuzzleListed {
  id: string;
  game: string;
  name: string;
  options: Record<string, string | number | boolean>;
  position: string | null;
  par: number;
  at_least: number;
  holder: string;
  task: string;
  difficulty: number | null;
  best: number | null;
  hinted: boolean;
  leader: number | null;
  daily: boolean;
}

/** The tokens of the tables on which puzzles were solved: by them the own best is found. */
export interface Own {
  tokens?: string[];
}

/** The puzzles of the days of a month that have come; `earlier` and `later` are the months beside it. */
export interface PuzzleMonth {
  month: string;
  earlier: string | null;
  later: string | null;
  puzzles: PuzzleListed[];
}

export interface Leaders {
  puzzle: string;
  leaders: Leader[];
}

export interface Leader {
  name: string;
  moves: number;
  steps: number;
  at: number;
  hinted: boolean;
}

export interface Health {
  status: string;
  version: string;
}

/** The first message: the version of the protocol, what one holds, and after how many events one knows the table. */
export interface Hello {
  type: "hello";
  protocol?: number;
  tokens?: string[];
  lang?: string;
  version?: number;
  ply?: number;
}

export interface MakeMove {
  type: "move";
  ply: number;
  text: string;
}

export interface Undo {
  type: "undo";
  ply: number;
}

export interface Redo {
  type: "redo";
  ply: number;
}

export interface MakeOffer {
  type: "offer";
  what: "draw" | "takeback";
}

export interface AnswerOffer {
  type: "answer";
  what: "draw" | "takeback";
  accept: boolean;
}

export interface Resign {
  type: "resign";
  seat?: string | null;
}

/** Take a seat over again from the computer that played it while time had run out. */
export interface Back {
  type: "back";
  seat?: string | null;
}

export interface Chat {
  type: "chat";
  text: string;
  name?: string;
}

export interface AskHint {
  type: "hint";
}

/** Why is this not allowed? A move as text, or its ends. */
export interface Explain {
  type: "explain";
  text?: string | null;
  origin?: string | null;
  target?: string | null;
}

/** Where can this piece go? For positions with so many moves that they are not listed. */
export interface Reach {
  type: "reach";
  origin: string;
}

export interface Rename {
  type: "name";
  name: string;
  seat?: string | null;
}

export interface Leave {
  type: "leave";
}

export interface Ping {
  type: "ping";
}

/** The answer to a hello: what happened since, as it was told then, or the whole table as it is after event `n`. */
export interface WelcomeMessage {
  type: "welcome";
  protocol: number;
  n: number;
  ply: number;
  clocks: ClockFact;
  presence: PresenceFact;
  you: YouFact;
  table?: TableFact;
  events?: EventMessage[];
  legal?: (string | MoveFact)[];
  origins?: string[];
}

/** The server's time in seconds, what the clocks showed then, and which of them is running. */
export interface ClockFact {
  now: number;
  left?: Record<string, number>;
  runs?: string;
}

export interface PresenceFact {
  connected: string[];
  spectators: number;
}

/** What a viewer holds: seats, and whether they set the table up; and for who plays, the table of the rematch. */
export interface YouFact {
  held: string;
  owner: boolean;
  rematch?: string;
}

/** All there is to know of a table. */
export interface TableFact {
  table: string;
  game: string;
  board: string;
  options: Record<string, string | number | boolean>;
  letters: string[];
  marks: string[];
  colours: string[];
  teams: number[];
  dice: number;
  clock: ClockSetting | null;
  fate: "computer" | "forfeit" | "skip";
  public: boolean;
  chat_on: boolean;
  hints: boolean;
  puzzle: PuzzleFact | null;
  start: Record<string, string>;
  state: StateFact;
  history: EntryFact[];
  chat: Said[];
}

/** The puzzle that a table is about. */
export interface PuzzleFact {
  id: string;
  par?: number | null;
  at_least?: number | null;
}

/** How a table stands. Lists have a number for every seat, in order; in an event only what has changed is told. */
export interface StateFact {
  seats?: SeatFact[];
  to_act?: string | null;
  phase?: "huff" | "move" | "over" | "roll";
  turn?: number;
  homes?: number[];
  advances?: number[];
  hands?: number[];
  captured?: number[];
  scores?: (number | null)[] | null;
  out?: string;
  roll?: number[];
  roll_left?: [number, number][];
  lapsed?: RollFact[];
  open_turn?: boolean;
  duty?: DutyFact | null;
  outcome?: OutcomeFact | null;
  offer?: Offer | null;
  declined?: Declined[];
  redo?: number;
  thinking?: boolean;
  waiting?: boolean;
  seed?: string | null;
  hinted?: boolean;
}

export interface SeatFact {
  kind: "computer" | "here" | "link";
  level: number | null;
  name: string;
  joined: boolean;
  invited: boolean;
  gone: "left" | "resigned" | "time" | null;
  stand_in: number | null;
}

export interface RollFact {
  seat: string;
  values: number[];
}

/** What has to be done first: a reason as for a refusal, and the cells it concerns. */
export interface DutyFact {
  reason: string;
  cells: string[];
  rule?: RuleFact;
}

/** A clause of the law, and the page of the rulebook that explains it best in the game. */
export interface RuleFact {
  clause: string;
  page: string;
}

export interface OutcomeFact {
  termination: string;
  places: Record<string, number>;
  drawn: boolean;
  moves: number;
  steps: number;
}

/** A draw, or a move back, that somebody asks for, and who has agreed so far. */
export interface Offer {
  what: "draw" | "takeback";
  seat: string;
  agreed: string[];
}

/** An offer that somebody turned down, or that who made it took back. It is not made again before the next move. */
export interface Declined {
  what: "draw" | "takeback";
  seat: string;
  by: string;
}

/** A move that was made. `roll` is the roll it used; rolls before it that lapsed are in `lapsed`. */
export interface EntryFact {
  ply: number;
  seat: string;
  turn: number;
  text: string;
  path?: string[] | null;
  kind?: string;
  roll?: number[];
  captured?: string[];
  seconds?: number;
  changes?: Record<string, string | null>;
  lapsed?: RollFact[];
}

/** A line of the chat; without a seat it comes from a spectator. */
export interface Said {
  number: number;
  seat: string | null;
  name: string;
  text: string;
  at: number;
}

/** Something happened: `n` is the number of the event, `ply` how many moves there are after it. */
export interface EventMessage {
  type: "event";
  n: number;
  ply: number;
  event: EventFact;
  clocks: ClockFact;
  legal?: (string | MoveFact)[];
  origins?: string[];
  you?: YouFact;
  done?: string;
}

/** What happened. Which of the fields are there depends on `type`. */
export interface EventFact {
  type: "agreed" | "arrived" | "back" | "begun" | "declined" | "ended" | "freed" | "gone" | "hinted" | "imported" | "left" | "named" | "offered" | "played" | "rematch" | "said" | "taken-back" | "time";
  at: number;
  entries?: EntryFact[];
  ply?: number;
  seat?: string;
  seats?: string;
  how?: "left" | "resigned" | "time";
  line?: Said;
  changed?: StateFact;
}

/** A legal move that a way alone does not tell. */
export interface MoveFact {
  text: string;
  kind: string;
  origin?: string | null;
  target?: string | null;
  path?: string[];
  captured?: string[];
}

/** Who is there has changed. */
export interface PresenceMessage {
  type: "presence";
  connected: string[];
  spectators: number;
}

export interface HintMessage {
  type: "hint";
  ply: number;
  hint: HintView;
}

/** Why a move is not allowed; nothing if it is. */
export interface ExplainMessage {
  type: "explain";
  refusal: Explained | null;
}

export interface ReachMessage {
  type: "reach";
  ply: number;
  origin: string;
  moves: MoveView[];
}

/** What was asked for is done, or had been done before: `what` is the type of the message. */
export interface DoneMessage {
  type: "done";
  what: string;
  ply: number;
}

export interface PongMessage {
  type: "pong";
  now: number;
}

export interface ErrorMessage {
  type: "error";
  error: Problem;
  what?: string;
}

/** Somebody who holds a seat has deleted the table, or it has expired: it is gone, and nothing more comes. */
export interface DeletedMessage {
  type: "deleted";
}

/** The server closes; a page comes back by itself. */
export interface ByeMessage {
  type: "bye";
  text: string;
}

/** What is answered to a GET request, by its address. */
export interface Found {
  "/api/games": GameList;
  "/api/games/{game}/stage": BoardTemplateView;
  "/api/rules": Rules;
  "/api/rules/{page}": RulesText;
  "/api/words": WordsView;
  "/api/tables/open": TableList;
  "/api/tables/{table}": TableView;
  "/api/tables/{table}/stage": BoardTemplateView;
  "/api/tables/{table}/analysis": AnalysisView;
  "/api/puzzles": Puzzles;
  "/api/puzzles/daily": PuzzleListed;
  "/api/puzzles/{puzzle}/leaders": Leaders;
  "/api/health": Health;
  "/api/ready": Health;
}

/** What is answered to a POST request, by its address. */
export interface Made {
  "/api/examples": Tried;
  "/api/codes": LinkCode;
  "/api/tables": NewTableAnswer;
  "/api/tables/mine": TableList;
  "/api/tables/{table}/join": JoinAnswer;
  "/api/tables/{table}/invite": SeatLink;
  "/api/tables/{table}/leave": Done;
  "/api/tables/{table}/rematch": NewTableAnswer;
  "/api/tables/{table}/moves": TableView;
  "/api/tables/{table}/hint": HintAnswer;
  "/api/puzzles/mine": Puzzles;
  "/api/puzzles/months/{month}": PuzzleMonth;
}

/** What is sent with a POST request, by its address. */
export interface Bodies {
  "/api/examples": TryMove;
  "/api/codes": LinkAddress;
  "/api/tables": NewTable;
  "/api/tables/mine": Tokens;
  "/api/tables/{table}/join": Join;
  "/api/tables/{table}/invite": Invite;
  "/api/tables/{table}/leave": Record<string, never>;
  "/api/tables/{table}/rematch": Record<string, never>;
  "/api/tables/{table}/moves": MoveRequest;
  "/api/tables/{table}/hint": Record<string, never>;
  "/api/puzzles/mine": Own;
  "/api/puzzles/months/{month}": Own;
}

/** What is answered to a DELETE request, by its address. */
export interface Erased {
  "/api/tables/{table}": Done;
}

/** Everything the page says on a live connection. */
export type ClientMessage =
  | Hello
  | MakeMove
  | Undo
  | Redo
  | MakeOffer
  | AnswerOffer
  | Resign
  | Back
  | Chat
  | AskHint
  | Explain
  | Reach
  | Rename
  | Leave
  | Ping;

/** Everything the server says on a live connection. */
export type ServerMessage =
  | WelcomeMessage
  | EventMessage
  | PresenceMessage
  | HintMessage
  | ExplainMessage
  | ReachMessage
  | DoneMessage
  | PongMessage
  | ErrorMessage
  | DeletedMessage
  | ByeMessage;
