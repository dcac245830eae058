package org.banip.surrogate.jini.client;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.banip.core.packet.Gap;
import org.banip.surrogate.api.Disappearance;
import org.banip.surrogate.api.SensorData;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.api.SurrogateListener;

/** Keeps what it hears, a line for each event. */
final class Recording implements SurrogateListener {
    private final List<String> heard = new CopyOnWriteArrayList<>();

    List<String> heard() {
        return List.copyOf(heard);
    }

    @Override
    public void appeared(SurrogateDescription surrogate) {
        heard.add("appeared");
    }

    @Override
    public void delivered(SensorData data) {
        heard.add(data.header().group() + "/" + data.header().sequence());
    }

    @Override
    public void gap(SurrogateDescription surrogate, Gap gap) {
        heard.add("gap " + gap.group() + "/" + gap.sequence() + "-" + (gap.nextSequence() - 1));
    }

    @Override
    public void missed(SurrogateDescription surrogate, long packets, long units) {
        heard.add("missed " + packets + " packets, " + units + " units");
    }

    @Override
    public void disappeared(SurrogateDescription surrogate, Disappearance reason) {
        heard.add("disappeared " + reason.token());
    }
}
