package org.banip.surrogate.interconnect;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.banip.core.command.CommandArguments;
import org.banip.core.command.CommandDeclaration;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.text.Quoted;
import org.banip.surrogate.api.CommandAnswer;
import org.banip.surrogate.api.CommandOutcome;
import org.banip.surrogate.api.CommandSender;
import org.banip.surrogate.api.GroupStop;
import org.banip.surrogate.store.NotedStop;
import org.jspecify.annotations.Nullable;

/** The commands that a BAN takes, and the way of a command to its MBU (docs/control.md). Any thread. */
final class BanCommands {
    private static final String STOP = CommandDeclaration.RESERVED + "stop";
    private static final String GROUP = "group";
    private static final int NONE = -1;

    private final InterconnectParts shared;
    private final Runnable added;

    /** What the MBU said when it registered last. */
    private volatile List<CommandDeclaration> declared = List.of();

    /**
     * No declarations yet.
     *
     * @param added told on the serial executor that time counts for a command
     */
    BanCommands(InterconnectParts shared, Runnable added) {
        this.shared = shared;
        this.added = added;
    }

    /** Those of BANip itself that this version does not know are not offered: nobody here knows what they do. */
    void declare(List<CommandDeclaration> commands) {
        declared = commands.stream().filter(CommandDeclaration::isKnown).toList();
    }

    List<CommandDeclaration> declared() {
        return declared;
    }

    /** Any command, without a check. */
    CompletableFuture<CommandOutcome> send(String name, byte[] argument, CommandSender sender) {
        PendingCommand command = new PendingCommand(name, argument, Optional.empty(), sender);
        CompletableFuture<?> unused = send(command);
        return command.outcome;
    }

    /** A declared command, after a check of its arguments. */
    CompletableFuture<CommandAnswer> call(String name, Map<String, ?> given, CommandSender sender) {
        List<CommandDeclaration> known = declared;
        CommandDeclaration declaration = known.stream()
                .filter(command -> command.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new BanipException(
                        ErrorCode.MALFORMED_REQUEST,
                        "BAN " + shared.record.ban().id() + " does not declare a command " + Quoted.of(name) + ", "
                                + names(known)));
        byte[] argument = CommandArguments.of(declaration, given).toBytes();
        PendingCommand command = new PendingCommand(name, argument, Optional.of(declaration.timeout()), sender);
        CompletableFuture<CommandOutcome> sent = send(command);
        if (name.equals(STOP)) {
            sent = sent.thenCompose(done -> noteStop(String.valueOf(given.get(GROUP)), done, sender));
        }
        return sent.handle((done, failure) -> answer(command, done, failure));
    }

    /** Who looks at the group is told who stopped it, now and after a restart of the host. Done when that is durable. */
    private CompletableFuture<CommandOutcome> noteStop(String group, CommandOutcome done, CommandSender sender) {
        CompletableFuture<CommandOutcome> noted = new CompletableFuture<>();
        shared.executor.execute(() -> {
            int number = done.succeeded() ? number(group) : NONE;
            if (number == NONE) {
                noted.complete(done);
                return;
            }
            GroupReception reception = shared.receptions.get(number);
            GroupStop stop = new GroupStop(sender.name(), shared.parts.clock().epochNanos());
            reception.stopped(stop);
            CompletableFuture<?> unused = NotedStops.note(
                            shared.parts, shared.record, number, new NotedStop(stop, reception.firstOfStop()))
                    .thenRun(() -> noted.complete(done));
        });
        return noted;
    }

    private int number(String group) {
        for (int number = 0; number < shared.receptions.size(); number++) {
            if (shared.receptions.get(number).group().name().equals(group)) {
                return number;
            }
        }
        return NONE;
    }

    private static String names(List<CommandDeclaration> known) {
        return known.isEmpty()
                ? "it declares none"
                : "it declares "
                        + String.join(
                                ", ",
                                known.stream().map(CommandDeclaration::name).toList());
    }

    /** Sends it. Its outcome, once the audit log has it. */
    private CompletableFuture<CommandOutcome> send(PendingCommand command) {
        CompletableFuture<CommandOutcome> audited =
                InterconnectAudit.command(shared.parts.audit(), shared.record, command);
        shared.executor.execute(() -> {
            shared.commands.add(command, shared.parts.clock().monotonicNanos());
            shared.reverse.wakeNewest();
            added.run();
        });
        return audited;
    }

    private static CommandAnswer answer(
            PendingCommand command, @Nullable CommandOutcome done, @Nullable Throwable failure) {
        String text = done != null ? done.text() : String.valueOf(cause(failure).getMessage());
        return new CommandAnswer(state(command, done), text);
    }

    /** What is known of a command that has ended. */
    static CommandAnswer.State state(PendingCommand command, @Nullable CommandOutcome done) {
        if (done != null) {
            return done.succeeded() ? CommandAnswer.State.SUCCEEDED : CommandAnswer.State.FAILED;
        }
        return command.wasSent() ? CommandAnswer.State.UNKNOWN : CommandAnswer.State.UNDELIVERED;
    }

    private static Throwable cause(@Nullable Throwable failure) {
        if (failure == null) {
            return new IllegalStateException("no failure");
        }
        return failure.getCause() == null ? failure : failure.getCause();
    }
}
