package org.banip.gateway.settings;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.crypto.SecretKey;
import org.banip.mbu.MobileBaseUnitBuilder;
import org.banip.mbu.settings.SpoolSettings;

/**
 * A directory that keeps what the host has not stored; each BAN has one of its own below it.
 *
 * @param directory for this gateway only; it is created with access for its owner only
 * @param syncEvery how often what is written is synced; zero for each packet; empty for the MBU's own default
 * @param bounds of each BAN's spool; empty for those of the MBUs' configuration
 * @param key with which the spools are encrypted, for AES-256; its bytes must be readable, because names of contents are made with it
 * @param former keys that files of earlier starts may have
 */
public record DurableSpool(
        Path directory,
        Optional<Duration> syncEvery,
        Optional<SpoolSettings> bounds,
        Optional<SecretKey> key,
        List<SecretKey> former) {
    /** Copies the list. */
    public DurableSpool {
        former = List.copyOf(former);
    }

    /** A directory with the MBU's own defaults, not encrypted. */
    public DurableSpool(Path directory) {
        this(directory, Optional.empty(), Optional.empty(), Optional.empty(), List.of());
    }

    /** Whether each packet is synced before it counts as taken. */
    public boolean syncsEach() {
        return syncEvery.filter(Duration::isZero).isPresent();
    }

    /**
     * Gives an MBU its spool.
     *
     * @param own the MBU's own directory
     */
    public void configure(MobileBaseUnitBuilder builder, Path own) {
        syncEvery.ifPresentOrElse(every -> builder.spool(own, every), () -> builder.spool(own));
        bounds.ifPresent(builder::spool);
        key.ifPresent(with -> builder.spoolKey(with, former.toArray(SecretKey[]::new)));
    }
}
