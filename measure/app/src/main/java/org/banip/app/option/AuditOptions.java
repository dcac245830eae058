package org.banip.app.option;

import java.nio.file.Path;
import java.util.concurrent.CompletionException;
import org.banip.core.error.BanipException;
import org.banip.server.audit.Audit;
import org.banip.server.audit.AuditEntry;
import org.banip.server.audit.AuditLog;
import org.banip.server.audit.AuditSettings;
import org.banip.server.audit.Who;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The audit log of a command: a mixin. */
public final class AuditOptions {
    @Option(
            names = "--audit",
            paramLabel = "DIR",
            description =
                    "Directory of an audit log that is told before anything is done; not that of a server. Default: none.")
    private @Nullable Path directory;

    /** Keeps an entry about what the user of this process does; throws if it cannot be kept. Without the option it does nothing. */
    public void keep(CommandSpec spec, AuditEntry entry) {
        Path place = directory;
        if (place == null) {
            return;
        }
        try (Audit log = Checked.options(spec, () -> AuditLog.open(AuditSettings.in(place), "command"))) {
            log.confirm(entry.by(Who.of(System.getProperty("user.name", "unknown"), "command")))
                    .join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof BanipException refused ? refused : e;
        }
    }
}
