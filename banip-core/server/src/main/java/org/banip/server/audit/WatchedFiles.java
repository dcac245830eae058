package org.banip.server.audit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.banip.server.executor.OwnThreads;
import org.banip.server.log.ServerLog;
import org.banip.server.settings.Secret;
import org.banip.server.settings.Setting;
import org.banip.server.settings.SettingTable;
import org.banip.server.settings.Settings;
import org.slf4j.Logger;

/**
 * Looks at the files that settings name, and records those that have changed. Of files without secrets the entry has the SHA-256 of the new content.
 * Has a thread of its own, because a file system may hang.
 */
final class WatchedFiles implements AutoCloseable {
    private static final Logger LOG = ServerLog.of(WatchedFiles.class);

    /** Longer files are told without a digest. */
    private static final long LONGEST = 1 << 20;

    private final Audit audit;
    private final Map<String, Watched> files = new LinkedHashMap<>();
    private final ScheduledExecutorService thread =
            Executors.newSingleThreadScheduledExecutor(task -> OwnThreads.daemon("banip-audit-files", task));

    private record Watched(Path file, boolean secret, Stamp seen) {}

    private record Stamp(boolean there, FileTime modified, long size, Optional<Object> key) {
        static Stamp of(Path file) {
            try {
                BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
                return new Stamp(true, now.lastModifiedTime(), now.size(), Optional.ofNullable(now.fileKey()));
            } catch (IOException e) {
                return new Stamp(false, FileTime.fromMillis(0), 0, Optional.empty());
            }
        }
    }

    WatchedFiles(Audit audit, SettingTable table, Settings settings, Duration every) {
        this.audit = audit;
        table.settings().forEach(setting -> add(setting, settings));
        Future<?> unused =
                thread.scheduleWithFixedDelay(this::guarded, every.toMillis(), every.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** A task that throws an exception would never run again. */
    private void guarded() {
        try {
            look();
        } catch (RuntimeException e) {
            LOG.error("- whether files have changed cannot be seen", e);
        }
    }

    private <T> void add(Setting<T> setting, Settings settings) {
        Optional<T> value = settings.find(setting);
        if (value.isEmpty()) {
            return;
        }
        boolean secret = value.get() instanceof Secret;
        Path file = value.get() instanceof Secret shown ? shown.file() : value.get() instanceof Path path ? path : null;
        if (file != null && !Files.isDirectory(file)) {
            files.put(setting.name(), new Watched(file, secret || holdsKeys(setting.name()), Stamp.of(file)));
        }
    }

    /** Their digests are not for a log: a password may be guessed by them. */
    private static boolean holdsKeys(String name) {
        return name.contains("key") || name.contains("password") || name.contains("viewers");
    }

    private void look() {
        files.replaceAll((setting, watched) -> {
            Stamp now = Stamp.of(watched.file());
            if (!now.equals(watched.seen())) {
                audit.record(entry(setting, watched, now));
            }
            return new Watched(watched.file(), watched.secret(), now);
        });
    }

    private static AuditEntry entry(String setting, Watched watched, Stamp now) {
        String state = !now.there() ? "gone" : watched.seen().there() ? "changed" : "back";
        AuditEntry entry = AuditEntry.of(AuditEvent.FILE_CHANGED)
                .with("setting", setting)
                .with(AuditLine.FILE, watched.file().toString())
                .with("state", state);
        if (now.there() && !watched.secret() && now.size() <= LONGEST) {
            try {
                entry.with(AuditLine.SHA256, AuditLine.digest(Files.readAllBytes(watched.file())));
            } catch (IOException e) {
                entry.with("unreadable", String.valueOf(e.getMessage()));
            }
        }
        return entry;
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
