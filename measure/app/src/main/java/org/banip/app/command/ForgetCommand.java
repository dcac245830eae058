package org.banip.app.command;

import java.io.PrintWriter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.Callable;
import org.banip.app.option.AuditOptions;
import org.banip.app.option.Checked;
import org.banip.app.option.StoreOptions;
import org.banip.app.terminal.Figures;
import org.banip.app.terminal.ProgressDisplay;
import org.banip.server.audit.AuditEntry;
import org.banip.server.audit.AuditEvent;
import org.banip.surrogate.store.StoreErasure;
import org.banip.surrogate.store.StoreLocation;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code banip forget}. */
@Command(
        name = "forget",
        header = "Erases a BAN from a store, for good.",
        description = {
            "Removes all sessions and alerts of the BAN and rewrites the store's files, so that no byte of them is left there. Nothing asks again.",
            "An SQLite file must have no host meanwhile. In PostgreSQL, hosts may go on with other BANs, but wait while the tables are rewritten.",
            "Backups, copies and exports still have the BAN: the command says which must follow."
        })
final class ForgetCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "BAN", description = "Id of the BAN, as 'banip export --list' prints it.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String ban;

    @Mixin
    private final StoreOptions stored = new StoreOptions();

    @Mixin
    private final AuditOptions audit = new AuditOptions();

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandLine.Model.CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        StoreLocation location = Checked.options(spec, stored::location);
        audit.keep(
                spec,
                AuditEntry.of(AuditEvent.STORE_COMMAND)
                        .with("command", "forget")
                        .with("ban", ban)
                        .with("store", location.toString()));
        StoreErasure.Erased erased;
        try (ProgressDisplay progress = ProgressDisplay.onStandardError()) {
            StoreErasure.Listener heard = step -> {
                String line = "BAN " + ban + ": " + step;
                progress.updateNow(line);
            };
            erased = Checked.options(spec, () -> StoreErasure.erase(location, ban, heard));
        }
        out.println("BAN " + ban + ": erased " + Figures.counted(erased.sessions(), "session") + " with "
                + Figures.counted(erased.items(), "stored item") + ", " + Figures.bytes(erased.payloadBytes())
                + " of packets, and " + Figures.counted(erased.alerts(), "alert") + ", from " + location);
        Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        out.println("What was made before " + now + " still has it. Delete, or make anew:");
        out.println("  backups of this store ('banip backup', file system snapshots), and its exports");
        out.println("  stores of 'banip store' that followed the BAN: 'banip forget " + ban + " --store STORE' there");
        out.println("  the host's audit log and its server log, which name the BAN and its sessions");
        out.println("  alerts that were posted or mailed: they are with their receivers");
        out.println("  the MBU's spool: what it has not sent comes with its next session");
        if (location.text().startsWith("jdbc:postgresql:")) {
            out.println(
                    "  dumps and base backups of the database, and the write-ahead log of the server and its archive");
        }
        if (erased.remains().isEmpty()) {
            return ExitCode.OK;
        }
        out.println("Not finished: " + erased.remains());
        return ExitCode.SOFTWARE;
    }
}
