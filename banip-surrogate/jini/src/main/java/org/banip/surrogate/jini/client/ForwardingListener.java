package org.banip.surrogate.jini.client;

import org.banip.core.alert.AlertNotice;
import org.banip.core.packet.Gap;
import org.banip.surrogate.api.Disappearance;
import org.banip.surrogate.api.SensorData;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.api.SurrogateListener;

/** Passes all events on. */
class ForwardingListener implements SurrogateListener {
    private final SurrogateListener to;

    ForwardingListener(SurrogateListener to) {
        this.to = to;
    }

    @Override
    public void appeared(SurrogateDescription surrogate) {
        to.appeared(surrogate);
    }

    @Override
    public void delivered(SensorData data) {
        to.delivered(data);
    }

    @Override
    public void gap(SurrogateDescription surrogate, Gap gap) {
        to.gap(surrogate, gap);
    }

    @Override
    public void missed(SurrogateDescription surrogate, long packets, long units) {
        to.missed(surrogate, packets, units);
    }

    @Override
    public void silent(SurrogateDescription surrogate) {
        to.silent(surrogate);
    }

    @Override
    public void resumed(SurrogateDescription surrogate) {
        to.resumed(surrogate);
    }

    @Override
    public void alert(SurrogateDescription surrogate, AlertNotice step) {
        to.alert(surrogate, step);
    }

    @Override
    public void missedAlerts(SurrogateDescription surrogate, long steps) {
        to.missedAlerts(surrogate, steps);
    }

    @Override
    public void told(SurrogateDescription surrogate, long atNanos, String text) {
        to.told(surrogate, atNanos, text);
    }

    @Override
    public void disappeared(SurrogateDescription surrogate, Disappearance reason) {
        to.disappeared(surrogate, reason);
    }
}
