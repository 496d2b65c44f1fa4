// The animal adoption store on net/http.
//
//	KEY=… LIMITED_KEY=… REVOKED_KEY=… PORT=8080 go run server.go
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"mime"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

type NewPet struct {
	Name       *string `json:"name"`
	CategoryID *int64  `json:"categoryId"`
	Status     *string `json:"status,omitempty"`
}

type Pet struct {
	ID int64 `json:"id"`
	NewPet
}

type Error struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	Status  int    `json:"status"`
}

func (e *Error) Error() string { return e.Message }

func fail(status int, code, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...), Status: status}
}

type Plan struct{ perMinute, perDay int }

var (
	free       = Plan{perMinute: 60, perDay: 1000}
	enterprise = Plan{perMinute: 100_000, perDay: 1_000_000}
	statuses   = map[string]bool{"available": true, "pending": true, "sold": true}
)

type window struct {
	limit, used int
	reset       int64
}

type caller struct{ minute, day window }

type Store struct {
	mutex   sync.Mutex
	pets    []Pet
	plans   map[string]Plan
	revoked map[string]bool
	callers map[string]*caller
	minute  int64
}

// count counts a request; it says whether it may be served, and which window is in force.
func (s *Store) count(name string, plan Plan) (bool, window) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	c, known := s.callers[name]
	if !known {
		c = &caller{}
		s.callers[name] = c
	}
	now := time.Now().Unix()
	if now >= c.minute.reset {
		c.minute = window{limit: plan.perMinute, reset: now + s.minute}
	}
	if now >= c.day.reset {
		c.day = window{limit: plan.perDay, reset: now + 86400}
	}
	allowed := c.minute.used < c.minute.limit && c.day.used < c.day.limit
	if allowed {
		c.minute.used++
		c.day.used++
	}
	if c.day.limit-c.day.used < c.minute.limit-c.minute.used {
		return allowed, c.day
	}
	return allowed, c.minute
}

func writeJSON(w http.ResponseWriter, status int, value any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		log.Print(err)
	}
}

func writeError(w http.ResponseWriter, err error) {
	var known *Error
	if !errors.As(err, &known) {
		log.Print(err)
		known = fail(http.StatusInternalServerError, "internal", "internal error")
	}
	writeJSON(w, known.Status, known)
}

// limited lets requests with a valid key pass, as many as the plan of the key allows.
func (s *Store) limited(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		scheme, key, _ := strings.Cut(r.Header.Get("Authorization"), " ")
		plan, valid := s.plans[strings.TrimSpace(key)]
		valid = valid && strings.EqualFold(scheme, "Bearer") && !s.revoked[strings.TrimSpace(key)]
		name := "key " + key
		if !valid {
			host, _, _ := net.SplitHostPort(r.RemoteAddr)
			name, plan = "address "+host, enterprise
		}
		allowed, window := s.count(name, plan)
		w.Header().Set("X-RateLimit-Limit", strconv.Itoa(window.limit))
		w.Header().Set("X-RateLimit-Remaining", strconv.Itoa(window.limit-window.used))
		w.Header().Set("X-RateLimit-Reset", strconv.FormatInt(window.reset, 10))
		switch {
		case !valid:
			w.Header().Set("WWW-Authenticate", "Bearer")
			writeError(w, fail(http.StatusUnauthorized, "unauthorized", "a valid API key is required"))
		case !allowed:
			seconds := window.reset - time.Now().Unix()
			if seconds < 1 {
				seconds = 1
			}
			w.Header().Set("Retry-After", strconv.FormatInt(seconds, 10))
			writeError(w, fail(http.StatusTooManyRequests, "rate_limited", "retry after %d seconds", seconds))
		default:
			next.ServeHTTP(w, r)
		}
	})
}

func methodNotAllowed(w http.ResponseWriter, r *http.Request, allow string) {
	w.Header().Set("Allow", allow)
	writeError(w, fail(http.StatusMethodNotAllowed, "method_not_allowed", "%s is not allowed", r.Method))
}

func (s *Store) list(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	limit := 20
	if query.Has("limit") {
		var err error
		limit, err = strconv.Atoi(query.Get("limit"))
		if err != nil || limit < 1 || limit > 100 {
			writeError(w, fail(http.StatusBadRequest, "invalid_limit", "limit must be an integer from 1 to 100"))
			return
		}
	}
	status := query.Get("status")
	if query.Has("status") && !statuses[status] {
		writeError(w, fail(http.StatusBadRequest, "invalid_status", "unknown status %q", status))
		return
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	found := []Pet{}
	for i := len(s.pets) - 1; i >= 0 && len(found) < limit; i-- {
		pet := s.pets[i]
		if status == "" || pet.Status != nil && *pet.Status == status {
			found = append(found, pet)
		}
	}
	writeJSON(w, http.StatusOK, found)
}

func decode(w http.ResponseWriter, r *http.Request) (NewPet, error) {
	var pet NewPet
	mediaType, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || mediaType != "application/json" {
		return pet, fail(http.StatusUnsupportedMediaType, "unsupported_media_type", "send application/json")
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		return pet, fail(http.StatusRequestEntityTooLarge, "too_large", "the body is too large")
	}
	if err != nil {
		return pet, err
	}
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&pet); err != nil {
		return pet, fail(http.StatusBadRequest, "invalid_body", "%v", err)
	}
	if decoder.More() {
		return pet, fail(http.StatusBadRequest, "invalid_body", "one JSON value is expected")
	}
	// A null leaves a field as it is, so what was sent is looked at once more.
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(body, &fields); err != nil {
		return pet, fail(http.StatusBadRequest, "invalid_body", "%v", err)
	}
	if _, sent := fields["status"]; sent && (pet.Status == nil || !statuses[*pet.Status]) {
		return pet, fail(http.StatusBadRequest, "invalid_body", "unknown status")
	}
	if pet.Name == nil || pet.CategoryID == nil {
		return pet, fail(http.StatusBadRequest, "invalid_body", "name and categoryId are required")
	}
	return pet, nil
}

func (s *Store) create(w http.ResponseWriter, r *http.Request) {
	created, err := decode(w, r)
	if err != nil {
		writeError(w, err)
		return
	}
	s.mutex.Lock()
	pet := Pet{ID: int64(len(s.pets) + 1), NewPet: created}
	s.pets = append(s.pets, pet)
	s.mutex.Unlock()
	writeJSON(w, http.StatusCreated, pet)
}

func (s *Store) get(w http.ResponseWriter, r *http.Request, text string) {
	w.Header().Set("Deprecation", "@1795132800")
	w.Header().Set("Sunset", "Thu, 05 Dec 2030 00:00:00 GMT")
	w.Header().Set("Link", `</v1/pets>; rel="successor-version"`)
	id, err := strconv.ParseInt(text, 10, 64)
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if err != nil || id < 1 || id > int64(len(s.pets)) {
		writeError(w, fail(http.StatusNotFound, "not_found", "no animal has this identifier"))
		return
	}
	writeJSON(w, http.StatusOK, s.pets[id-1])
}

func (s *Store) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	id := strings.TrimPrefix(r.URL.Path, "/v1/pets/")
	switch {
	case r.URL.Path == "/v1/pets":
		switch r.Method {
		case http.MethodGet, http.MethodHead:
			s.list(w, r)
		case http.MethodPost:
			s.create(w, r)
		default:
			methodNotAllowed(w, r, "GET, HEAD, POST")
		}
	case id != r.URL.Path && id != "" && !strings.Contains(id, "/"):
		if r.Method == http.MethodGet || r.Method == http.MethodHead {
			s.get(w, r, id)
		} else {
			methodNotAllowed(w, r, "GET, HEAD")
		}
	default:
		writeError(w, fail(http.StatusNotFound, "not_found", "no such path"))
	}
}

func environment(name, fallback string) string {
	if value, set := os.LookupEnv(name); set {
		return value
	}
	return fallback
}

func main() {
	minute, err := strconv.ParseInt(environment("WINDOW_SECONDS", "60"), 10, 64)
	if err != nil {
		log.Fatal(err)
	}
	store := &Store{
		plans:   map[string]Plan{os.Getenv("KEY"): enterprise, os.Getenv("LIMITED_KEY"): free, os.Getenv("REVOKED_KEY"): enterprise},
		revoked: map[string]bool{os.Getenv("REVOKED_KEY"): true},
		callers: map[string]*caller{},
		minute:  minute,
	}
	delete(store.plans, "")
	listener, err := net.Listen("tcp", "127.0.0.1:"+environment("PORT", "8080"))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("http://%s/v1\n", listener.Addr())
	log.Fatal(http.Serve(listener, store.limited(store)))
}
