package org.banip.surrogate.interconnect;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.server.audit.Audit;
import org.banip.server.audit.AuditEntry;
import org.banip.server.audit.AuditEvent;
import org.banip.server.audit.Who;
import org.banip.surrogate.api.CommandOutcome;
import org.banip.surrogate.api.CommandSender;
import org.banip.surrogate.api.Disappearance;
import org.banip.surrogate.store.InterconnectRecord;
import org.jspecify.annotations.Nullable;

/** What is told of interconnects to the host's audit log (docs/audit.md): their ends, and the commands to BANs. Any thread. */
final class InterconnectAudit {
    private InterconnectAudit() {}

    /** The interconnect ended. */
    static void ended(Audit audit, InterconnectRecord record, Disappearance reason, long[] acknowledged) {
        List<Map<String, Object>> stored = new ArrayList<>();
        int groups = Math.min(acknowledged.length, record.ban().groups().size()); // one may be added now
        for (int group = 0; group < groups; group++) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("group", record.ban().groups().get(group).name());
            fields.put("nextSequence", acknowledged[group]);
            stored.add(fields);
        }
        audit.record(entry(AuditEvent.ENDED, record)
                .with("who", record.identity())
                .with("reason", reason.token())
                .withObjects("stored", stored));
    }

    /** A command is sent; its argument and its result may be about a patient, so they are not told. */
    static CompletableFuture<CommandOutcome> command(Audit audit, InterconnectRecord record, PendingCommand command) {
        audit.record(by(command.sender, entry(AuditEvent.COMMAND_SENT, record)).with("command", command.name));
        return command.outcome.whenComplete((done, failure) -> audit.record(ended(
                by(command.sender, entry(AuditEvent.COMMAND_ENDED, record)).with("command", command.name),
                command,
                done,
                failure)));
    }

    private static AuditEntry by(CommandSender sender, AuditEntry entry) {
        entry.by(Who.of(sender.name(), sender.means()));
        return sender.address().isEmpty() ? entry : entry.from(sender.address());
    }

    private static AuditEntry ended(
            AuditEntry entry, PendingCommand command, @Nullable CommandOutcome done, @Nullable Throwable failure) {
        entry.with("outcome", BanCommands.state(command, done).token());
        return failure == null ? entry : entry.with("error", code(failure));
    }

    private static String code(Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        return (cause instanceof BanipException known ? known.code() : ErrorCode.INTERNAL).token();
    }

    private static AuditEntry entry(AuditEvent event, InterconnectRecord record) {
        return AuditEntry.of(event)
                .with("ban", record.ban().id())
                .with("session", record.session().toString());
    }
}
