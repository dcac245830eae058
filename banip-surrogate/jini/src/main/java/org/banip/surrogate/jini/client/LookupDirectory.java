package org.banip.surrogate.jini.client;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.banip.core.error.BanipException;
import org.banip.surrogate.jini.registration.CallDeadline;
import org.banip.surrogate.jini.service.SurrogateProxy;
import org.banip.surrogate.jini.settings.LookupAddress;
import org.banip.surrogate.jini.transport.Transport;
import org.jspecify.annotations.Nullable;

/** The surrogates that one lookup service knows. Finds the lookup service again after it was away. One thread. */
public final class LookupDirectory implements SurrogateDirectory {
    private static final Duration LONGEST_CALL = Duration.ofSeconds(20);

    private final LookupAddress at;
    private final Transport transport;
    private final CallDeadline deadline = new CallDeadline(LONGEST_CALL);
    private @Nullable LookupClient client;

    /**
     * A directory.
     *
     * @param at where the lookup service is
     * @param transport how it is called
     */
    public LookupDirectory(LookupAddress at, Transport transport) {
        this.at = at;
        this.transport = transport;
    }

    @Override
    public List<ListedSurrogate> surrogates() throws IOException, InterruptedException {
        try {
            List<ListedSurrogate> all = new ArrayList<>();
            for (FoundSurrogate found : deadline.call(this::ask)) {
                listed(found).ifPresent(all::add);
            }
            return all;
        } catch (InterruptedException | IOException e) {
            client = null;
            throw e;
        } catch (BanipException e) {
            client = null;
            throw new IOException(e.getMessage(), e);
        } catch (Exception e) {
            client = null;
            throw new IOException("the lookup service " + at + " cannot be asked: " + e.getMessage(), e);
        }
    }

    private List<FoundSurrogate> ask() {
        LookupClient known = client;
        if (known == null) {
            known = LookupClient.find(at, transport);
            client = known;
        }
        return known.surrogates();
    }

    /** Empty if the attributes are not those that hosts of BANip give. */
    private static Optional<ListedSurrogate> listed(FoundSurrogate found) {
        if (!(found.surrogate() instanceof SurrogateProxy proxy)) {
            return Optional.empty();
        }
        try {
            return Optional.of(new ListedSurrogate(
                    UUID.fromString(found.session()), found.ban(), found.host(), found.activatedNanos(), proxy.at()));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
