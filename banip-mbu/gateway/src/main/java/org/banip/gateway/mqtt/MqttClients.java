package org.banip.gateway.mqtt;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The connected clients by user and client id, of which each may be connected once. Any thread. */
public final class MqttClients {
    /** Ends an older connection of a client. */
    interface Connected {
        void takenOver();
    }

    record Name(String user, String clientId) {}

    private final Map<Name, Connected> clients = new ConcurrentHashMap<>();

    /** Nobody is connected. */
    public MqttClients() {}

    /** Adds a client; returns the older connection of it, if there is one. */
    Optional<Connected> add(Name name, Connected connection) {
        return Optional.ofNullable(clients.put(name, connection));
    }

    /** Removes a client, unless another connection has taken it over. */
    void remove(Name name, Connected connection) {
        clients.remove(name, connection);
    }
}
