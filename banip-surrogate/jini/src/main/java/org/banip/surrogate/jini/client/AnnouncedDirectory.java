package org.banip.surrogate.jini.client;

import java.io.IOException;
import java.util.List;
import java.util.function.Function;
import org.banip.surrogate.jini.discovery.AnnouncedLookups;
import org.banip.surrogate.jini.settings.LookupAddress;
import org.jspecify.annotations.Nullable;

/** The surrogates that lookup services know which are announced by multicast, as they come and go. One thread. */
public final class AnnouncedDirectory implements SurrogateDirectory {
    private final AnnouncedLookups announced;
    private final Function<List<LookupAddress>, SurrogateDirectory> lookups;
    private List<LookupAddress> known = List.of();
    private @Nullable SurrogateDirectory directory;

    /**
     * A directory.
     *
     * @param announced hears where lookup services are; only those that may know where surrogates are that get a token
     * @param lookups asks lookup services
     */
    public AnnouncedDirectory(AnnouncedLookups announced, Function<List<LookupAddress>, SurrogateDirectory> lookups) {
        this.announced = announced;
        this.lookups = lookups;
    }

    /** Waits until announcements have been heard for seven seconds. */
    @Override
    public List<ListedSurrogate> surrogates() throws IOException, InterruptedException {
        return present().surrogates();
    }

    @Override
    public List<ListedSurrogate> ended() throws IOException, InterruptedException {
        return present().ended();
    }

    private SurrogateDirectory present() throws IOException, InterruptedException {
        List<LookupAddress> heard = announced.awaitAll();
        if (heard.isEmpty()) {
            throw new IOException("there are no " + announced.inWords());
        }
        SurrogateDirectory asked = directory;
        if (asked == null || !heard.equals(known)) {
            known = heard;
            asked = lookups.apply(heard);
            directory = asked;
        }
        return asked;
    }
}
