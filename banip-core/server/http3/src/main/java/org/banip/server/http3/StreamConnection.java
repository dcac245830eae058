package org.banip.server.http3;

import java.util.Set;
import org.banip.server.request.AuthenticationListener;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.AbstractMetaDataConnection;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.util.Attributes;
import org.jspecify.annotations.Nullable;

/** The connection of one request: a stream, since closing it must not end others. */
final class StreamConnection extends AbstractMetaDataConnection implements AuthenticationListener {
    private final Attributes attributes = new Attributes.Lazy();
    private final Runnable whenAuthenticated;

    /**
     * A stream's.
     *
     * @param whenAuthenticated is told that the sender of a request has proved who it is; by any thread
     */
    StreamConnection(Runnable whenAuthenticated, EndPoint stream, Connector connector, HttpConfiguration http) {
        super(connector, http, stream);
        this.whenAuthenticated = whenAuthenticated;
    }

    @Override
    public void authenticated(boolean ofMany) {
        whenAuthenticated.run();
    }

    @Override
    public String getId() {
        return "quic-" + Integer.toHexString(System.identityHashCode(this));
    }

    @Override
    public HttpVersion getHttpVersion() {
        return HttpVersion.HTTP_3;
    }

    @Override
    public String getProtocol() {
        return getHttpVersion().asString();
    }

    @Override
    public boolean isPersistent() {
        return false;
    }

    @Override
    public boolean isSecure() {
        return true;
    }

    @Override
    public @Nullable Object getAttribute(String name) {
        return attributes.getAttribute(name);
    }

    @Override
    public @Nullable Object setAttribute(String name, @Nullable Object value) {
        return attributes.setAttribute(name, value);
    }

    @Override
    public @Nullable Object removeAttribute(String name) {
        return attributes.removeAttribute(name);
    }

    @Override
    public Set<String> getAttributeNameSet() {
        return attributes.getAttributeNameSet();
    }

    @Override
    public void clearAttributes() {
        attributes.clearAttributes();
    }

    @Override
    public void onFillable() {
        throw new UnsupportedOperationException();
    }
}
