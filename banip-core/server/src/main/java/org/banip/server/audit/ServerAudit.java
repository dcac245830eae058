package org.banip.server.audit;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.banip.server.log.ServerLog;
import org.banip.server.settings.Setting;
import org.banip.server.settings.SettingTable;
import org.banip.server.settings.Settings;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** The audit log of a server: begins with its start and what the operator has set, tells which files change, and ends with its end. Any thread. */
public final class ServerAudit implements Audit {
    /** How often it is looked whether files have changed. */
    public static final Duration LOOK_EVERY = Duration.ofSeconds(5);

    private static final Logger LOG = ServerLog.of(ServerAudit.class);

    private final AuditLog log;
    private final WatchedFiles files;
    private final AtomicBoolean closed = new AtomicBoolean();

    private ServerAudit(AuditLog log, SettingTable table, Settings settings, Duration lookEvery) {
        this.log = log;
        log.record(AuditEntry.of(AuditEvent.STARTED)
                .with("version", version())
                .with("java", Runtime.version().toString())
                .with("process", ProcessHandle.current().pid()));
        log.record(AuditEntry.of(AuditEvent.SETTINGS).withObject("set", set(table, settings)));
        files = new WatchedFiles(log, table, settings, lookEvery);
    }

    /**
     * Opens what the operator has set; without it, nothing is kept.
     *
     * @throws IllegalArgumentException if the directory cannot be made
     * @throws org.banip.core.error.BanipException {@code STORAGE_UNAVAILABLE} if another server writes there
     */
    public static Audit open(SettingTable table, Settings settings) {
        return open(table, settings, LOOK_EVERY);
    }

    static Audit open(SettingTable table, Settings settings, Duration lookEvery) {
        Optional<AuditSettings> wanted = AuditSettings.of(settings);
        if (wanted.isEmpty()) {
            LOG.info("- no audit log is kept (setting audit)");
            return OFF;
        }
        AuditLog log = AuditLog.open(wanted.get(), table.server());
        try {
            return new ServerAudit(log, table, settings, lookEvery);
        } catch (RuntimeException | Error e) {
            log.close();
            throw e;
        }
    }

    private static String version() {
        return Optional.ofNullable(ServerAudit.class.getPackage().getImplementationVersion())
                .orElse("unpackaged");
    }

    /** What a source has set, as text; of secrets only their files. */
    private static Map<String, Object> set(SettingTable table, Settings settings) {
        Map<String, Object> all = new LinkedHashMap<>();
        table.settings().forEach(setting -> put(all, setting, settings));
        return all;
    }

    private static <T> void put(Map<String, Object> all, Setting<T> setting, Settings settings) {
        if (!settings.origin(setting).equals(Settings.DEFAULT)) {
            settings.find(setting)
                    .ifPresent(value ->
                            all.put(setting.name(), setting.type().printer().apply(value)));
        }
    }

    @Override
    public void record(AuditEntry entry) {
        log.record(entry);
    }

    @Override
    public CompletableFuture<@Nullable Void> confirm(AuditEntry entry) {
        return log.confirm(entry);
    }

    @Override
    public void loggedIn(Who who, String from) {
        log.loggedIn(who, from);
    }

    @Override
    public Optional<String> problem() {
        return log.problem();
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            files.close();
            log.record(AuditEntry.of(AuditEvent.STOPPED));
            log.close();
        }
    }
}
