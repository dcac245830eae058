package org.banip.surrogate.jini.host;

import java.util.List;
import java.util.Optional;
import org.banip.surrogate.api.StartPoint;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.api.SurrogateListener;
import org.banip.surrogate.jini.client.SurrogateInterest;

/** An interest in all BANs that hears of them itself. After a break it goes on where it has got. */
abstract class FollowingInterest implements SurrogateInterest, SurrogateListener {
    private final StartPoint first;

    /** Everything from the beginning on. */
    FollowingInterest() {
        this(StartPoint.beginning());
    }

    /** What comes from this point on. */
    FollowingInterest(StartPoint first) {
        this.first = first;
    }

    @Override
    public final StartPoint from(SurrogateDescription surrogate, Optional<List<Long>> processed) {
        return processed.map(StartPoint::at).orElse(first);
    }

    @Override
    public final SurrogateListener listener(SurrogateDescription surrogate) {
        return this;
    }
}
