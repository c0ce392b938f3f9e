"""Every text of the page, by key: declared here once, so that the catalogues know them; the page uses keys only.

A text starts its key with the part of the page it belongs to. What is in curly brackets is filled in by the page.
"""

from __future__ import annotations

from string import Formatter

from halma.messages import mark
from halma.rulebook.labels import CLAUSE
from halma.rules import REASON_TEXTS, TERMINATION_TEXTS
from halma.words import translator

TEXTS = {
    # The page as a whole.
    "page.title": mark("Halma and its family"),
    "page.description": mark("27 hopping games for one to six players, on the square board and the star."),
    "page.loading": mark("Setting up the board…"),
    "page.scripts": mark("This page needs JavaScript. In a terminal, “halma play --terminal” plays without it."),
    "page.trouble": mark("This cannot be shown"),
    "page.unknown": mark("There is no such game here."),
    "lost.title": mark("Nothing here"),
    "lost.text": mark("This address leads nowhere. Part of the link may be missing."),
    "lost.home": mark("Go to the games"),
    "title.waiting": mark("Waiting for players"),
    "title.over": mark("Game over"),
    "nav.label": mark("Main menu"),
    "nav.skip": mark("Skip to content"),
    "nav.start": mark("Play"),
    "nav.games": mark("My games"),
    "nav.puzzles": mark("Puzzles"),
    "nav.rules": mark("Rules"),
    "dialog.close": mark("Close"),
    # Choosing a game.
    "start.title": mark("What shall we play?"),
    "start.lead": mark(
        "27 hopping games: on your own, together on this screen, with someone far away, or against the computer."
    ),
    "start.resume": mark("Continue my games"),
    "start.learn": mark("Learn it in five minutes"),
    "start.daily": mark("Puzzle of the day"),
    "start.games": mark("Games"),
    "start.board": mark("Board"),
    "start.board.all": mark("all boards"),
    "start.board.square": mark("square board"),
    "start.board.star": mark("star"),
    "start.board.other": mark("other boards"),
    "start.players": mark("Players"),
    "start.players.all": mark("any number"),
    "start.rules": mark("Rules"),
    "start.rules-of": mark("Rules of {game}"),
    "players.alone": mark("alone"),
    # Setting up a table.
    "setup.begin": mark("Start the game"),
    "setup.picture": mark("Starting position of {game}"),
    "setup.rules": mark("Read the rules"),
    "setup.manner": mark("How do you want to play?"),
    "setup.manner.computer": mark("against the computer"),
    "setup.manner.here": mark("together on this screen"),
    "setup.manner.link": mark("with others by link"),
    "setup.players": mark("Who plays?"),
    "setup.size": mark("Players and pieces"),
    "setup.teams": mark("in teams"),
    "setup.two-colours": mark("two colours"),
    "setup.who": mark("Who plays {seat}?"),
    "setup.level": mark("How strong?"),
    "setup.name": mark("{seat}’s name"),
    "setup.link-later": mark("You will find the link at the table."),
    "setup.options": mark("Rules and edition"),
    "setup.edition": mark("Edition"),
    "setup.others": mark("Playing with others"),
    "setup.public": mark("Open to everyone"),
    "setup.public.help": mark("The table is listed, and anyone may take a free seat."),
    "setup.chat": mark("Chat"),
    "setup.chat.help": mark("The people at the table can write to each other."),
    "setup.hints": mark("Hints"),
    "setup.hints.help": mark("Players can ask the computer for a good move."),
    "setup.clock": mark("Clock"),
    "setup.clock.none": mark("no clock"),
    "setup.clock.move": mark("one minute per move"),
    "setup.clock.quick": mark("5 minutes, plus 5 seconds per move"),
    "setup.clock.slow": mark("20 minutes, plus 15 seconds per move"),
    "setup.clock.day": mark("three days per move"),
    "setup.fate": mark("If someone leaves"),
    "setup.fate.computer": mark("the computer takes over"),
    "setup.fate.skip": mark("the weakest computer plays the missed turns"),
    "setup.fate.forfeit": mark("they lose"),
    # How strong the computer is, and which level to try next.
    "level.1": mark("1 · for a six-year-old"),
    "level.2": mark("2 · knows the rules"),
    "level.3": mark("3 · plays now and then"),
    "level.4": mark("4 · plays often"),
    "level.5": mark("5 · thinks ahead"),
    "level.6": mark("6 · experienced"),
    "level.7": mark("7 · very strong"),
    "level.8": mark("8 · a champion"),
    "level.9": mark("9 · the strongest"),
    "level.harder": mark("You win again and again. Do you want a stronger opponent?"),
    "level.easier": mark("That was a hard opponent. Do you want an easier one?"),
    "level.try": mark("Play level {level}"),
    # Who sits at a table.
    "heading.label": mark("The game"),
    "seats.far": mark("Players on the other sides"),
    "seats.near": mark("Player on this side"),
    # Translators: beside the name of whoever has to move.
    "seat.turn": mark("to move"),
    # Translators: how many of all pieces have reached the target, such as “5 of 15 home”.
    "seat.progress": mark("{home} of {aim} home"),
    "seat.here": mark("someone here"),
    "seat.link": mark("someone by link"),
    "seat.computer": mark("computer"),
    "seat.empty": mark("empty"),
    "seat.level": mark("level {level}"),
    "seat.computer-named": mark("{colour}, level {level} computer"),
    "seat.you": mark("you"),
    "seat.awaited": mark("has not joined yet"),
    "seat.away": mark("not connected"),
    "seat.gone.left": mark("has left"),
    "seat.gone.resigned": mark("has resigned"),
    "seat.gone.time": mark("ran out of time"),
    "seat.stand-in": mark("taken over by a level {level} computer"),
    "seat.hand": mark("to place: {count}"),
    "seat.captured": mark("captured: {count}"),
    "seat.home": mark("in the target: {count}"),
    "seat.score": mark("points: {score}"),
    "seat.partner": mark("partner: {who}"),
    "seat.place": mark("place {place}"),
    "seat.invite": mark("Invite"),
    "seat.invite-title": mark("A link for {seat}"),
    "seat.invite-text": mark(
        "Whoever opens this link takes the seat. Give it only to the person who is going to play."
    ),
    "seat.come-back": mark("Your time ran out, so a computer is playing for you. You can take your seat back."),
    "seat.new-link": mark("Make a new link; this one will stop working"),
    "seat.link-label": mark("Link to the seat"),
    "seats.spectator": mark("You are watching."),
    # Coming to a table.
    "join.taken": mark("The seat is taken"),
    "join.watch-text": mark("You can watch the game, or start one of your own."),
    "join.watch": mark("Just watch"),
    "join.own": mark("Start my own game"),
    "join.lost": mark("Cannot reach the server. Reload the page to try again."),
    "clock.days": mark("{count} days"),
    "colour.A": mark("Blue"),
    "colour.B": mark("Red"),
    "colour.C": mark("Green"),
    "colour.D": mark("Yellow"),
    "colour.E": mark("Violet"),
    "colour.F": mark("Slate"),
    "colour.wood": mark("wooden piece"),
    "colour.second": mark("{colour}, with a white ring"),
    # The board in words.
    "board.label": mark("Board of {game}. Arrow keys move from field to field, diagonally with Shift; Enter selects."),
    "cell.empty": mark("empty"),
    "cell.chosen": mark("selected"),
    "cell.reachable": mark("can be reached"),
    "cell.movable": mark("can move"),
    # Playing.
    "play.wait": mark("It is not your turn."),
    "premove.set": mark("Your move is chosen. It will be played as soon as it is your turn."),
    "premove.dropped": mark("The move you chose in advance is no longer possible."),
    "play.sent": mark("Your move is being sent."),
    "play.choose-piece": mark("Choose one of your pieces first."),
    "play.stuck": mark("This piece cannot move now."),
    "play.which": mark("Which way?"),
    "status.label": mark("Game status"),
    "status.turn": mark("{who} to move"),
    "status.yours": mark("Your turn"),
    "status.thinking": mark("{who} is thinking…"),
    "status.waiting": mark("Waiting for the invited players"),
    "status.replay": mark("Looking back at the game"),
    # Translators: {who} are several players, such as “Blue and Red”.
    "status.shared": mark("{who} share first place."),
    "status.drawn": mark("It is a draw."),
    "status.over": mark("The game is over."),
    "status.roll": mark("Dice: {roll}"),
    "said.move": mark("{who}: {move}"),
    "said.pass": mark("{who} passes."),
    "said.roll": mark("{who} rolls {roll}."),
    "hint.thinking": mark("Looking for a good move…"),
    "live.outdated": mark("This page is from another version of the server. Load it again to go on."),
    "live.deleted": mark("The game has been deleted."),
    "live.down": mark("Connection lost; reconnecting…"),
    "live.unsent": mark("Your move {move} has not been sent yet. It will be sent as soon as the connection is back."),
    "live.dropped": mark("Your move {move} was not played: the game has moved on."),
    "offer.draw": mark("{who} offers a draw."),
    "offer.takeback": mark("{who} would like to take a move back."),
    "offer.sent": mark("Waiting for an answer to your offer."),
    "declined.draw": mark("{who} declined your offer of a draw."),
    "declined.takeback": mark("{who} did not agree to take the move back."),
    # Translators: {what} is for instance “1 step and 2 hops”, or “nothing”.
    "dice.left": mark("Still to play from this roll: {what}"),
    "dice.nothing": mark("nothing"),
    # Translators: below the two dice of Dice Halma, what each of them counts.
    "dice.name.steps": mark("steps"),
    "dice.name.hops": mark("hops"),
    "dice.seed": mark("Dice seed, to check the rolls: {seed}"),
    # What can be done.
    "act.label": mark("Actions"),
    "act.confirm": mark("Play this move"),
    "act.cancel": mark("Cancel"),
    "act.stop": mark("Stop here"),
    "act.done": mark("End the turn"),
    "act.pass": mark("Pass"),
    "act.off": mark("Leave the board"),
    "act.accept": mark("Accept"),
    "act.decline": mark("Decline"),
    "act.withdraw": mark("Withdraw the offer"),
    "act.hint": mark("Hint"),
    "act.undo": mark("Take back"),
    "act.redo": mark("Redo"),
    "act.rematch": mark("Rematch"),
    "act.follow": mark("Go to the rematch"),
    "act.join": mark("Take a seat"),
    "act.analysis": mark("Analysis"),
    "act.turn": mark("Turn the board"),
    "act.share": mark("Share"),
    "act.more": mark("More"),
    "act.rules": mark("Rules of this game"),
    "act.takeback": mark("Ask to take back a move"),
    "act.draw": mark("Offer a draw"),
    "act.resign": mark("Resign"),
    "act.leave": mark("Leave the table"),
    "act.delete": mark("Delete the game"),
    "act.back": mark("Take my seat back"),
    "act.device": mark("Continue on another device"),
    "act.name": mark("Your name"),
    "act.save": mark("Save"),
    "device.text": mark("Open this link on your other device. Keep it to yourself: whoever has it can play for you."),
    "sure.resign": mark("Do you want to resign this game?"),
    "sure.leave": mark("You give up your seat, and its link stops working."),
    "sure.delete": mark("The game and its chat are deleted for everybody at the table. This cannot be undone."),
    "type.label": mark("Type a move"),
    "type.example": mark("e.g. c3-e5"),
    "type.play": mark("Move"),
    "type.help": mark("From field to field: c3-e5; placing: @e5; leaving the board: e1-off; passing: --."),
    # Moves made, sharing, chat, analysis.
    "moves.title": mark("Moves"),
    "moves.all": mark("All moves"),
    "moves.at": mark("Move {at} of {all}"),
    "moves.list": mark("List of moves"),
    "moves.walk": mark("Step through the game"),
    "moves.first": mark("To the start"),
    "moves.back": mark("Back one move"),
    "moves.watch": mark("Replay the game"),
    "moves.next": mark("Forward one move"),
    "moves.last": mark("To the current position"),
    "share.title": mark("Share"),
    "share.text": mark("Anyone with the link can watch, but not play."),
    "share.game": mark("Link to this game"),
    "share.position": mark("Link to this position"),
    "share.copy": mark("Copy"),
    "share.copied": mark("Link copied."),
    "share.files": mark("Save as a file"),
    "share.halma": mark("Record"),
    "share.svg": mark("Picture (SVG)"),
    "share.png": mark("Picture (PNG)"),
    "chat.title": mark("Chat"),
    "chat.say": mark("Say something"),
    "chat.send": mark("Send"),
    "chat.spectator": mark("Spectator"),
    "analysis.working": mark("Analysing the game…"),
    "analysis.progress": mark("Analysed {done} of {total} positions…"),
    "analysis.ready": mark("How the game went: the higher the curve, the better for that colour."),
    "analysis.chart": mark("Each colour’s chances from the first move to the last"),
    "analysis.slider": mark("Move through the game"),
    "analysis.after": mark("After move {ply}."),
    "analysis.best": mark("Best: {line}"),
    # Lists and puzzles.
    "games.going": mark("Games in progress"),
    "games.open": mark("Open tables"),
    "games.over": mark("Finished games"),
    "games.none": mark("No games in progress. Start one!"),
    "games.none-open": mark("Nobody is looking for players right now."),
    "games.forget": mark("Remove from this list"),
    "puzzles.lead": mark("Games for one player. Par is the fewest moves known; can you match it?"),
    "puzzles.daily": mark("Puzzle of the day"),
    "puzzles.par": mark("par"),
    "puzzles.least": mark("at least"),
    "puzzles.best": mark("your best"),
    "puzzles.leader": mark("best here"),
    "puzzles.begin": mark("Try it"),
    "puzzles.leaders": mark("Best results"),
    "puzzles.no-leaders": mark("Nobody has solved it here yet."),
    "puzzles.nobody": mark("someone"),
    "puzzles.progress": mark("{moves} so far; par is {par}."),
    "puzzles.name": mark("Which name should appear in the list?"),
    # The rulebook.
    "rules.title": mark("The rulebook"),
    "rules.lead": mark(
        "All the rules in our own words, with boards to try things out. New here? Start with the course."
    ),
    "rules.contents": mark("Contents"),
    "rules.course": mark("Start with the course"),
    "rules.finished": mark("Play a game"),
    "rules.play": mark("Play this game"),
    "rules.try": mark("Try it yourself"),
    "rules.again": mark("Start again"),
    "rules.task": mark("Make the move shown, or try another one."),
    "rules.task-refuse": mark("Try something that is not allowed, and see why."),
    "rules.task-free": mark("Make a move."),
    "rules.right": mark("Well done!"),
    "rules.allowed": mark("That is allowed."),
    "rules.whole": mark("Open the rulebook"),
    "rules.new-tab": mark("opens in a new tab"),
    # Switches.
    "settings.title": mark("Settings"),
    "settings.language": mark("Language"),
    "settings.theme": mark("Light or dark"),
    "settings.theme.auto": mark("match system"),
    "settings.theme.light": mark("light"),
    "settings.theme.dark": mark("dark"),
    "settings.turned": mark("Board view"),
    "settings.turned.fixed": mark("always from my side"),
    "settings.turned.mover": mark("facing the player to move"),
    "settings.coordinates": mark("Coordinates"),
    "settings.coordinates.help": mark("Letters and numbers around the board."),
    "settings.steps": mark("Hop by hop"),
    "settings.steps.help": mark("Play a chain one hop at a time instead of tapping where it ends."),
    "settings.confirm": mark("Confirm moves"),
    "settings.confirm.help": mark("A move counts only after a second tap."),
    "settings.sound": mark("Sound"),
    "settings.sound.help": mark("Wood on wood when a piece lands."),
    "settings.motion": mark("Motion"),
    "settings.motion.help": mark("Pieces glide across the board instead of appearing at once."),
}


# Ends that no rule brings about.
ENDINGS = {
    "agreed": mark("The players agreed to a draw."),
    "resigned": mark("A player has resigned."),
    "abandoned": mark("A player has left."),
    "time": mark("A player has run out of time."),
}


def _told() -> dict[str, str]:
    """What the server tells by codes: how a game ended, what has to be done first, and by which clause."""
    endings = {kind.value: text for kind, text in TERMINATION_TEXTS.items()} | ENDINGS
    return {
        **{f"ending.{code}": text for code, text in endings.items()},
        **{f"refusal.{reason.value}": text for reason, text in REASON_TEXTS.items()},
        "rules.clause": CLAUSE,
    }


TEXTS.update(_told())


def plural(singular: str, several: str) -> tuple[str, str]:
    """Mark a text with two forms for the catalogues."""
    return singular, several


PLURALS = {
    "seats.watching": plural("{count} is watching", "{count} are watching"),
    "status.won": plural("{who} has won.", "{who} have won."),
    "players.several": plural("{count} player", "{count} players"),
    "setup.pieces": plural("{count} piece", "{count} pieces"),
    "dice.steps": plural("{count} step", "{count} steps"),
    "dice.hops": plural("{count} hop", "{count} hops"),
    "chat.unread": plural("Chat: {count} new message", "Chat: {count} new messages"),
    "start.count": plural("{count} game", "{count} games"),
    "play.reachable": plural("It can reach {count} field.", "It can reach {count} fields."),
    "moves.count": plural("{count} move", "{count} moves"),
    "puzzles.steps": plural("{count} step or hop", "{count} steps and hops"),
}


def page_words(language: str) -> dict[str, str | list[str]]:
    """The texts of the page in a language: a template by key, or the two forms of a plural."""
    words = translator(language)
    found: dict[str, str | list[str]] = {key: words.text(text, **_kept(text)) for key, text in TEXTS.items()}
    for key, (singular, several) in PLURALS.items():
        found[key] = [words.plural(singular, several, count, **_kept(several)) for count in (1, 2)]
    return found


def _kept(template: str) -> dict[str, str]:
    """The placeholders of a template, each standing for itself: the page fills them."""
    names = {name for _, name, _, _ in Formatter().parse(template) if name}
    return {name: f"{{{name}}}" for name in names}
