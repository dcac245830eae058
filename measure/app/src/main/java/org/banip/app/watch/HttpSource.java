package org.banip.app.watch;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.banip.core.error.BanipException;
import org.banip.surrogate.api.reduction.Reduction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The BANs of one surrogate host, over HTTP. */
public final class HttpSource implements LiveSource {
    private static final Logger LOG = LoggerFactory.getLogger(HttpSource.class);

    private final HostViewer viewer;
    private final Reduction wanted;
    /** What the newest list said. */
    private Optional<Granted> granted = Optional.empty();

    /** Those that this viewer may see. */
    public HttpSource(HostViewer viewer) {
        this(viewer, Reduction.NONE);
    }

    /** The same, and what of their data is wanted. */
    public HttpSource(HostViewer viewer, Reduction wanted) {
        this.viewer = viewer;
        this.wanted = wanted;
    }

    @Override
    public List<SurrogateSummary> surrogates() throws InterruptedException {
        HostViewer.Listing list = viewer.list();
        granted = list.granted();
        return list.surrogates();
    }

    @Override
    public Optional<String> denies(Wanted bans) {
        return granted.flatMap(grants -> grants.denies(bans));
    }

    @Override
    public SurrogateSummary counted(SurrogateSummary listed) {
        return listed;
    }

    @Override
    public LiveEvents open(UUID session, String lastId, LiveListener listener) throws InterruptedException {
        String from = lastId.equals(BEGINNING) ? beginning(session) : lastId;
        return LiveStream.open(viewer, session, from, wanted, listener);
    }

    @Override
    public List<String> openAlerts(String ban) throws InterruptedException {
        try {
            return OpenAlert.lines(viewer.document("alerts"), ban);
        } catch (HostAwayException e) {
            throw e;
        } catch (BanipException e) {
            LOG.debug("the host lists no alerts for this viewer", e); // no right, or an older host
            return List.of();
        }
    }

    @Override
    public Map<Integer, String> stops(UUID session) throws InterruptedException {
        try {
            return viewer.surrogates().stream()
                    .filter(surrogate -> surrogate.session().equals(session))
                    .findFirst()
                    .map(SurrogateSummary::stops)
                    .orElse(Map.of());
        } catch (BanipException e) {
            LOG.debug("the host does not say who stopped a group", e); // the stream says that it is away
            return Map.of();
        }
    }

    /** The id of an event is a sequence number for each group. */
    private String beginning(UUID session) throws InterruptedException {
        return viewer.surrogates().stream()
                .filter(surrogate -> surrogate.session().equals(session))
                .findFirst()
                .map(found ->
                        String.join(",", Collections.nCopies(found.groups().size(), "0")))
                .orElse("");
    }

    @Override
    public String where() {
        return viewer.host().toString();
    }
}
