import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;

/**
 * The animal adoption store on com.sun.net.httpserver, without a library.
 *
 * <p>KEY=… LIMITED_KEY=… REVOKED_KEY=… PORT=8080 java Server.java
 */
public class Server {
  record Plan(int perMinute, int perDay) {}

  record Pet(long id, String name, long categoryId, String status) {
    String toJson() {
      String end = status == null ? "}" : ",\"status\":" + Json.quote(status) + "}";
      return "{\"id\":" + id + ",\"name\":" + Json.quote(name) + ",\"categoryId\":" + categoryId + end;
    }
  }

  record Answer(int status, String json, Map<String, String> headers) {
    Answer(int status, String json) {
      this(status, json, Map.of());
    }
  }

  static class ApiException extends RuntimeException {
    final int status;
    final String code;
    final Map<String, String> headers;

    ApiException(int status, String code, String message, Map<String, String> headers) {
      super(message);
      this.status = status;
      this.code = code;
      this.headers = headers;
    }

    ApiException(int status, String code, String message) {
      this(status, code, message, Map.of());
    }

    Answer toAnswer() {
      String json =
          "{\"code\":" + Json.quote(code) + ",\"message\":" + Json.quote(getMessage()) + ",\"status\":" + status + "}";
      return new Answer(status, json, headers);
    }
  }

  /** Counts the requests of one caller in a window that starts with its first request. */
  static class Window {
    final int limit;
    final long seconds;
    int used;
    long reset;

    Window(int limit, long seconds) {
      this.limit = limit;
      this.seconds = seconds;
    }

    void renew(long now) {
      if (now < reset) return;
      used = 0;
      reset = now + seconds;
    }

    int remaining() {
      return limit - used;
    }
  }

  static final Set<String> STATUSES = Set.of("available", "pending", "sold");
  static final Plan FREE = new Plan(60, 1_000);
  static final Plan ENTERPRISE = new Plan(100_000, 1_000_000);
  static final long MINUTE = Long.parseLong(System.getenv().getOrDefault("WINDOW_SECONDS", "60"));
  static final Map<String, String> DEPRECATION =
      Map.of(
          "Deprecation", "@1795132800",
          "Sunset", "Thu, 05 Dec 2030 00:00:00 GMT",
          "Link", "</v1/pets>; rel=\"successor-version\"");

  final Map<String, Plan> plans = new ConcurrentHashMap<>();
  final Set<String> revoked = ConcurrentHashMap.newKeySet();
  final Map<String, List<Window>> windows = new ConcurrentHashMap<>();
  final List<Pet> pets = new ArrayList<>();

  public static void main(String[] arguments) throws IOException {
    Server service = new Server();
    Map<String, String> environment = System.getenv();
    if (environment.containsKey("KEY")) service.plans.put(environment.get("KEY"), ENTERPRISE);
    if (environment.containsKey("LIMITED_KEY")) service.plans.put(environment.get("LIMITED_KEY"), FREE);
    if (environment.containsKey("REVOKED_KEY")) {
      service.plans.put(environment.get("REVOKED_KEY"), ENTERPRISE);
      service.revoked.add(environment.get("REVOKED_KEY"));
    }
    int port = Integer.parseInt(environment.getOrDefault("PORT", "8080"));
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
    server.setExecutor(Executors.newFixedThreadPool(8));
    server.createContext("/", service::handle);
    server.start();
    System.out.println("http://127.0.0.1:" + server.getAddress().getPort() + "/v1");
  }

  void handle(HttpExchange exchange) throws IOException {
    Answer answer;
    try {
      byte[] body = exchange.getRequestBody().readAllBytes();
      admit(exchange);
      answer = route(exchange, body);
    } catch (ApiException refusal) {
      answer = refusal.toAnswer();
    } catch (RuntimeException bug) {
      bug.printStackTrace();
      answer = new ApiException(500, "internal_error", "Something went wrong.").toAnswer();
    }
    byte[] bytes = answer.json().getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json; charset=utf-8");
    answer.headers().forEach(exchange.getResponseHeaders()::set);
    boolean isHead = exchange.getRequestMethod().equals("HEAD");
    exchange.sendResponseHeaders(answer.status(), isHead ? -1 : bytes.length);
    if (!isHead) exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  /** Refuses a request without a valid key, or beyond the limit of its key. */
  synchronized void admit(HttpExchange exchange) {
    String authorization = exchange.getRequestHeaders().getFirst("Authorization");
    String key = "";
    if (authorization != null && authorization.regionMatches(true, 0, "Bearer ", 0, 7))
      key = authorization.substring(7).trim();
    if (revoked.contains(key)) key = "";
    boolean isKnown = plans.containsKey(key);
    String caller = isKnown ? key : exchange.getRemoteAddress().getAddress().getHostAddress();
    Plan plan = isKnown ? plans.get(key) : ENTERPRISE;
    long now = Instant.now().getEpochSecond();
    List<Window> own =
        windows.computeIfAbsent(
            caller, any -> List.of(new Window(plan.perMinute(), MINUTE), new Window(plan.perDay(), 86_400)));
    own.forEach(window -> window.renew(now));
    boolean isSpent = own.stream().anyMatch(window -> window.remaining() == 0);
    if (!isSpent) own.forEach(window -> window.used++);
    Window inForce = own.get(0).remaining() < own.get(1).remaining() ? own.get(0) : own.get(1);
    var headers = exchange.getResponseHeaders();
    headers.set("X-RateLimit-Limit", String.valueOf(inForce.limit));
    headers.set("X-RateLimit-Remaining", String.valueOf(inForce.remaining()));
    headers.set("X-RateLimit-Reset", String.valueOf(inForce.reset));
    if (!isKnown)
      throw new ApiException(401, "unauthorized", "A valid API key is needed.", Map.of("WWW-Authenticate", "Bearer"));
    if (isSpent) {
      String seconds = String.valueOf(Math.max(1, inForce.reset - now));
      throw new ApiException(
          429, "rate_limited", "Try again in " + seconds + " seconds.", Map.of("Retry-After", seconds));
    }
  }

  Answer route(HttpExchange exchange, byte[] body) {
    String path = exchange.getRequestURI().getPath();
    String method = exchange.getRequestMethod();
    boolean isRead = method.equals("GET") || method.equals("HEAD");
    if (path.equals("/v1/pets")) {
      if (isRead) return listPets(queryOf(exchange));
      if (method.equals("POST")) return createPet(exchange.getRequestHeaders().getFirst("Content-Type"), body);
      throw notAllowed("GET, HEAD, POST");
    }
    if (path.matches("/v1/pets/[^/]+")) {
      if (isRead) return getPet(path.substring("/v1/pets/".length()));
      throw notAllowed("GET, HEAD");
    }
    throw new ApiException(404, "not_found", "There is nothing at this path.");
  }

  static ApiException notAllowed(String methods) {
    return new ApiException(405, "method_not_allowed", "Allowed here: " + methods, Map.of("Allow", methods));
  }

  static Map<String, String> queryOf(HttpExchange exchange) {
    Map<String, String> query = new LinkedHashMap<>();
    String text = exchange.getRequestURI().getRawQuery();
    if (text == null) return query;
    for (String pair : text.split("&")) {
      String[] parts = pair.split("=", 2);
      String value = parts.length == 1 ? "" : parts[1];
      query.put(URLDecoder.decode(parts[0], StandardCharsets.UTF_8), URLDecoder.decode(value, StandardCharsets.UTF_8));
    }
    return query;
  }

  synchronized Answer listPets(Map<String, String> query) {
    int limit;
    try {
      limit = Integer.parseInt(query.getOrDefault("limit", "20"));
    } catch (NumberFormatException error) {
      throw new ApiException(400, "invalid_limit", "limit must be an integer.");
    }
    if (limit < 1 || limit > 100) throw new ApiException(400, "invalid_limit", "limit must be from 1 to 100.");
    String status = query.get("status");
    if (status != null && !STATUSES.contains(status))
      throw new ApiException(400, "invalid_status", "status must be one of " + STATUSES + ".");
    List<String> found =
        pets.stream()
            .filter(pet -> status == null || status.equals(pet.status()))
            .limit(limit)
            .map(Pet::toJson)
            .toList();
    return new Answer(200, "[" + String.join(",", found) + "]");
  }

  synchronized Answer createPet(String contentType, byte[] body) {
    if (contentType == null || !contentType.split(";")[0].trim().equalsIgnoreCase("application/json"))
      throw new ApiException(415, "unsupported_media_type", "Send application/json.");
    if (!(Json.parse(new String(body, StandardCharsets.UTF_8)) instanceof Map<?, ?> fields))
      throw new ApiException(400, "invalid_body", "An object is expected.");
    for (Object field : fields.keySet())
      if (!Set.of("name", "categoryId", "status").contains(field))
        throw new ApiException(400, "invalid_body", "Unknown field: " + field);
    if (!(fields.get("name") instanceof String name))
      throw new ApiException(400, "invalid_body", "name must be a string.");
    if (!(fields.get("categoryId") instanceof BigDecimal number))
      throw new ApiException(400, "invalid_body", "categoryId must be an integer.");
    long categoryId;
    try {
      categoryId = number.longValueExact();
    } catch (ArithmeticException error) {
      throw new ApiException(400, "invalid_body", "categoryId must be an integer of 64 bits.");
    }
    Object status = fields.get("status");
    if (fields.containsKey("status") && (status == null || !STATUSES.contains(status)))
      throw new ApiException(400, "invalid_body", "status must be one of " + STATUSES + ".");
    Pet pet = new Pet(pets.size() + 1, name, categoryId, (String) status);
    pets.add(pet);
    return new Answer(201, pet.toJson());
  }

  synchronized Answer getPet(String id) {
    for (Pet pet : pets) if (String.valueOf(pet.id()).equals(id)) return new Answer(200, pet.toJson(), DEPRECATION);
    throw new ApiException(404, "not_found", "No animal has this identifier.", DEPRECATION);
  }

  /** JSON (RFC 8259): objects are maps, arrays lists, numbers BigDecimals. */
  static class Json {
    private final String text;
    private int at;

    private Json(String text) {
      this.text = text;
    }

    static Object parse(String text) {
      Json parser = new Json(text);
      Object value = parser.value();
      parser.blanks();
      if (parser.at < text.length()) throw parser.unexpected();
      return value;
    }

    static String quote(String text) {
      StringBuilder quoted = new StringBuilder("\"");
      for (char c : text.toCharArray()) {
        if (c == '"' || c == '\\') quoted.append('\\').append(c);
        else if (c < ' ') quoted.append(String.format("\\u%04x", (int) c));
        else quoted.append(c);
      }
      return quoted.append('"').toString();
    }

    private ApiException unexpected() {
      return new ApiException(400, "invalid_json", "The body is not JSON at character " + at + ".");
    }

    private void blanks() {
      while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
    }

    private boolean take(String token) {
      blanks();
      if (!text.startsWith(token, at)) return false;
      at += token.length();
      return true;
    }

    private void expect(String token) {
      if (!take(token)) throw unexpected();
    }

    private Object value() {
      if (take("{")) return object();
      if (take("[")) return array();
      if (take("\"")) return string();
      if (take("true")) return true;
      if (take("false")) return false;
      if (take("null")) return null;
      return number();
    }

    private Map<String, Object> object() {
      Map<String, Object> object = new LinkedHashMap<>();
      if (take("}")) return object;
      do {
        expect("\"");
        String name = string();
        expect(":");
        object.put(name, value());
      } while (take(","));
      expect("}");
      return object;
    }

    private List<Object> array() {
      List<Object> array = new ArrayList<>();
      if (take("]")) return array;
      do array.add(value());
      while (take(","));
      expect("]");
      return array;
    }

    private String string() {
      StringBuilder string = new StringBuilder();
      while (at < text.length()) {
        char c = text.charAt(at++);
        if (c == '"') return string.toString();
        if (c < ' ') break;
        string.append(c == '\\' ? escape() : c);
      }
      throw unexpected();
    }

    private char escape() {
      if (at >= text.length()) throw unexpected();
      char c = text.charAt(at++);
      if (c == 'u' && text.substring(at).matches("(?s)[0-9a-fA-F]{4}.*")) {
        at += 4;
        return (char) Integer.parseInt(text.substring(at - 4, at), 16);
      }
      int index = "\"\\/bfnrt".indexOf(c);
      if (index < 0) throw unexpected();
      return "\"\\/\b\f\n\r\t".charAt(index);
    }

    private BigDecimal number() {
      var matcher = java.util.regex.Pattern.compile("-?(0|[1-9]\\d*)(\\.\\d+)?([eE][+-]?\\d+)?").matcher(text);
      if (!matcher.region(at, text.length()).lookingAt()) throw unexpected();
      at = matcher.end();
      return new BigDecimal(matcher.group());
    }
  }
}
