package org.banip.surrogate.settings;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.banip.server.settings.Secret;

/**
 * Which surrogate jars a host fetches for its MBUs, and whose signature it trusts.
 *
 * @param origins where they may come from, at least one
 * @param trustStore certificates of those who may sign them: PEM, PKCS#12 or JKS
 * @param trustStorePassword of a PKCS#12 or JKS file
 * @param authorities certificates in PEM form by which https origins are verified; empty: those of this Java
 * @param bytes longest jar
 * @param time longest fetch in all, redirects included
 * @param fetches most fetches from one origin at once
 */
public record SurrogateJarSettings(
        List<JarOrigin> origins,
        Path trustStore,
        Optional<Secret> trustStorePassword,
        Optional<Path> authorities,
        int bytes,
        Duration time,
        int fetches) {
    /** Longest jar, unless the operator says otherwise. */
    public static final int DEFAULT_BYTES = 8 << 20;
    /** The longest jar that an operator may allow. */
    public static final int MOST_BYTES = 256 << 20;
    /** Longest fetch, unless the operator says otherwise; an MBU gets no answer to its registration meanwhile. */
    public static final Duration DEFAULT_TIME = Duration.ofSeconds(8);
    /** Most fetches from one origin at once, unless the operator says otherwise. */
    public static final int DEFAULT_FETCHES = 4;

    /** Copies the list and checks the ranges. */
    public SurrogateJarSettings {
        origins = List.copyOf(origins);
        if (origins.isEmpty()) {
            throw new IllegalArgumentException("surrogate jars need an allowed origin (surrogate-jar-origins)");
        }
        if (bytes < 1 || bytes > MOST_BYTES || fetches < 1 || time.isNegative() || time.isZero()) {
            throw new IllegalArgumentException("surrogate jars of " + bytes + " bytes, " + time + " and " + fetches
                    + " fetches; allowed are 1 to " + MOST_BYTES + " bytes, a time and a fetch");
        }
    }

    /** Settings that begin with the defaults: jars from these origins, signed as this trust store says. */
    public static Builder builder(List<JarOrigin> origins, Path trustStore) {
        return new Builder(origins, trustStore);
    }

    /** Collects settings. */
    public static final class Builder {
        private final List<JarOrigin> origins;
        private final Path trustStore;
        private Optional<Secret> trustStorePassword = Optional.empty();
        private Optional<Path> authorities = Optional.empty();
        private int bytes = DEFAULT_BYTES;
        private Duration time = DEFAULT_TIME;
        private int fetches = DEFAULT_FETCHES;

        private Builder(List<JarOrigin> origins, Path trustStore) {
            this.origins = origins;
            this.trustStore = trustStore;
        }

        /** Password of the trust store. */
        public Builder trustStorePassword(Secret password) {
            trustStorePassword = Optional.of(password);
            return this;
        }

        /** Certificates in PEM form by which https origins are verified. */
        public Builder authorities(Path file) {
            authorities = Optional.of(file);
            return this;
        }

        /** Longest jar. */
        public Builder bytes(int most) {
            bytes = most;
            return this;
        }

        /** Longest fetch. */
        public Builder time(Duration longest) {
            time = longest;
            return this;
        }

        /** Most fetches from one origin at once. */
        public Builder fetches(int most) {
            fetches = most;
            return this;
        }

        /** The settings, checked. */
        public SurrogateJarSettings build() {
            return new SurrogateJarSettings(origins, trustStore, trustStorePassword, authorities, bytes, time, fetches);
        }
    }
}
