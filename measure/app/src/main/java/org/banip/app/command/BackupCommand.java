package org.banip.app.command;

import java.io.PrintWriter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.Callable;
import org.banip.app.option.AuditOptions;
import org.banip.app.option.BackupOptions;
import org.banip.app.option.Checked;
import org.banip.app.option.StoreOptions;
import org.banip.app.terminal.ProgressDisplay;
import org.banip.server.audit.AuditEntry;
import org.banip.server.audit.AuditEvent;
import org.banip.surrogate.store.StoreBackup;
import org.banip.surrogate.store.StoreLocation;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;

/** {@code banip backup}. */
@Command(
        name = "backup",
        header = "Copies a store, also while a host writes it.",
        description = {
            "The copy has all that was acknowledged before the command began, and is a store itself: an SQLite file, which replaces the original after a"
                    + " loss, or a PostgreSQL database. A copy from one kind of database to the other is also possible.",
            "'banip verify --store COPY' checks the copy."
        })
final class BackupCommand implements Callable<Integer> {
    @Mixin
    private final StoreOptions stored = new StoreOptions();

    @Mixin
    private final AuditOptions audit = new AuditOptions();

    @Mixin
    private final BackupOptions copy = new BackupOptions();

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandLine.Model.CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        StoreLocation from = Checked.options(spec, stored::location);
        StoreLocation to = Checked.options(spec, copy::location);
        audit.keep(
                spec,
                AuditEntry.of(AuditEvent.STORE_COMMAND)
                        .with("command", "backup")
                        .with("store", from.toString())
                        .with("copy", to.toString()));
        Instant begun = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        try (ProgressDisplay progress = ProgressDisplay.onStandardError()) {
            TimeLeft left = new TimeLeft(System.nanoTime());
            StoreBackup.Listener heard = (done, total) -> {
                String line = "copying: " + left.text(done, total, System.nanoTime());
                progress.update(line);
            };
            Checked.options(spec, () -> {
                StoreBackup.copy(from, to, heard);
                return to;
            });
        }
        out.println(to + " has all that " + from + " had at " + begun);
        return ExitCode.OK;
    }
}
